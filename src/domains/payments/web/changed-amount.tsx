import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/button.tsx'
import { DialogActions } from '#kit/web/dialog.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { formatMoney } from '#vocabulary/format.ts'
import type { PaymentStep } from './payment-step.ts'

type ChangedAmountProps = {
  step: Extract<PaymentStep, { kind: 'amountChanged' }>
  onClose: () => void
  onPay: (platform: string, methodId: string) => void
  onDetails: () => void
}

/** Says that another amount is owed than was shown, and asks again; nothing has been charged. */
export function ChangedAmount({
  step: { beforeCents, amountCents, method },
  onClose,
  onPay,
  onDetails,
}: ChangedAmountProps) {
  const t = useTranslations('payments.dialog')
  const locale = useLocale()
  const amount = formatMoney(amountCents, locale)
  return (
    <>
      <p role="alert">{t('amountChanged.words')}</p>
      <Facts layout="pairs">
        <Fact label={t('amountChanged.before')}>{formatMoney(beforeCents, locale)}</Fact>
        <Fact label={t('amountChanged.now')}>{amount}</Fact>
      </Facts>
      <DialogActions>
        <Button variant="second" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button onClick={() => (method ? onPay(method.platform, method.methodId) : onDetails())}>
          {t('pay', { amount })}
        </Button>
      </DialogActions>
    </>
  )
}
