import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { DialogActions } from '#kit/web/overlay/dialog.tsx'
import { formatMoney } from '#vocabulary/format.ts'
import type { PaymentStep } from './payment-step.ts'

type ChangedAmountProps = {
  step: Extract<PaymentStep, { kind: 'amountChanged' }>
  onClose: () => void
  onPay: (platform: string, methodId: string) => void
  onDetails: () => void
}

/** Shows that the owed amount differs from the one shown, and asks for confirmation. Nothing has been charged. */
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
      <p role="alert">{t('amountChanged.text')}</p>
      <DescriptionList layout="pairs">
        <DescriptionItem label={t('amountChanged.before')}>{formatMoney(beforeCents, locale)}</DescriptionItem>
        <DescriptionItem label={t('amountChanged.now')}>{amount}</DescriptionItem>
      </DescriptionList>
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
