import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/button.tsx'
import { DialogActions } from '#kit/web/dialog.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { Icon } from '#kit/web/icon.tsx'
import { ringExclamation } from '#kit/web/icons.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import styles from './payment-dialog.module.css'
import { type FailureCode, mayTryAgain, type PaymentStep } from './payment-step.ts'

type PaymentFailureProps = {
  step: Extract<PaymentStep, { kind: 'failed' }>
  onClose: () => void
  onTryAgain: () => void
}

/** Why nothing was charged, or that it is not known, and what can be done. */
export function PaymentFailure({ step, onClose, onTryAgain }: PaymentFailureProps) {
  const t = useTranslations('payments')
  const locale = useLocale()
  return (
    <>
      <div className={styles.outcome} role="alert">
        <span className={`${styles.mark} ${styles.bad}`}>
          <Icon shape={ringExclamation} />
        </span>
        <p>{useFailureText(step.error)}</p>
      </div>
      <Facts layout="pairs" isSmall>
        <Fact label={t('dialog.failed.at')}>{formatInstant(step.at, locale)}</Fact>
        {step.until && <Fact label={t('dialog.failed.until')}>{formatInstant(step.until, locale)}</Fact>}
      </Facts>
      <DialogActions>
        <Button variant="second" onClick={onClose}>
          {t('dialog.close')}
        </Button>
        {mayTryAgain(step.error) && <Button onClick={onTryAgain}>{t('dialog.tryAgain')}</Button>}
      </DialogActions>
    </>
  )
}

function useFailureText(error: FailureCode): string {
  const t = useTranslations('payments')
  const ofApp = useTranslations('app.refusals')
  if (error === 'token_readonly') return ofApp('token_readonly')
  if (error === 'not_payable' || error === 'platform_denied' || error === 'too_many_attempts')
    return t(`refusals.${error}`)
  return t(`cardErrors.${error}`)
}
