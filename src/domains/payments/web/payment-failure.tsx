import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { Icon } from '#kit/web/graphics/icon.tsx'
import { ringExclamation } from '#kit/web/graphics/icons.ts'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { DialogActions } from '#kit/web/overlay/dialog.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import styles from './item-payment-dialog.module.css'
import { type FailureCode, mayTryAgain, type PaymentStep } from './payment-step.ts'

type PaymentFailureProps = {
  step: Extract<PaymentStep, { kind: 'failed' }>
  onClose: () => void
  onTryAgain: () => void
}

/** Explains why nothing was charged, or that this is not known, and what can be done. */
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
      <DescriptionList layout="pairs" isSmall>
        <DescriptionItem label={t('dialog.failed.at')}>{formatInstant(step.at, locale)}</DescriptionItem>
        {step.until && (
          <DescriptionItem label={t('dialog.failed.until')}>{formatInstant(step.until, locale)}</DescriptionItem>
        )}
      </DescriptionList>
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
  const tApp = useTranslations('app.refusals')
  if (error === 'token_readonly') return tApp('token_readonly')
  if (error === 'not_payable' || error === 'platform_denied' || error === 'too_many_attempts')
    return t(`refusals.${error}`)
  return t(`cardErrors.${error}`)
}
