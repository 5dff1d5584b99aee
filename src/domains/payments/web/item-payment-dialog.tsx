import { useLocale, useTranslations } from 'use-intl'
import { Dialog } from '#kit/web/overlay/dialog.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { formatMoney } from '#vocabulary/format.ts'
import { BankAuthentication } from './card/bank-authentication.tsx'
import { CardDetails } from './card/card-details.tsx'
import { useCardSetup } from './card/use-card-setup.ts'
import { ChangedAmount } from './changed-amount.tsx'
import { PaymentPending } from './interrupted/payment-pending.tsx'
import type { PayableItem } from './payable-item.ts'
import { PaymentFailure } from './payment-failure.tsx'
import { PaymentSummaryDialog } from './payment-summary-dialog.tsx'
import { TransferInstead } from './transfer/transfer-instead.tsx'
import { type ReturnedPayment, usePayment } from './use-payment.ts'

type ItemPaymentDialogProps = {
  item: PayableItem
  /** The payment with which the browser returns from the bank's page. */
  returned: ReturnedPayment | null
  /** The page has already been reloaded for this payment, so another reload would change nothing. */
  isReloaded?: boolean
  onClose: () => void
  /** Called when money has moved, or may have. */
  onSettled: () => void
}

/**
 * Pays one item by card: card details, bank authentication and outcome. The details stay mounted behind the other
 * steps, so that the card input is preserved for a retry.
 */
export function ItemPaymentDialog({
  item: opened,
  returned,
  isReloaded = false,
  onClose,
  onSettled,
}: ItemPaymentDialogProps) {
  const t = useTranslations('payments.dialog')
  const locale = useLocale()
  const { hasUpstream } = useBoot()
  const setup = useCardSetup({ item: opened, isReloaded })
  const { step, item, pay, confirm, tryAgain } = usePayment({ item: opened, returned, onSettled })
  if (step.kind === 'paid') return <PaymentSummaryDialog item={item} onClose={onClose} />

  const isUnknown = step.kind === 'failed' && step.error === 'outcome_unknown'
  // Leaving during authentication cancels the payment, and the bank and the server must be notified.
  const cancel = step.kind === 'authenticating' ? () => void confirm(step) : onClose
  return (
    <Dialog
      title={t(isUnknown ? 'unknown.title' : `${step.kind}.title`)}
      subject={t('subject', { number: item.number })}
      figure={formatMoney(item.amountCents, locale)}
      isClosable={step.kind !== 'processing'}
      isSuspended={step.kind === 'authenticating' && setup.data?.provider.coversPage}
      onClose={cancel}
    >
      <div hidden={step.kind !== 'details'}>
        <CardDetails item={item} setup={setup} onClose={onClose} onMethod={pay} />
      </div>
      {step.kind === 'processing' && (
        <PaymentPending title={t('processing.wait')}>{t('processing.text')}</PaymentPending>
      )}
      {step.kind === 'authenticating' && setup.data && (
        <BankAuthentication setup={setup.data} step={step} onFinished={cancel} />
      )}
      {step.kind === 'amountChanged' && (
        <ChangedAmount step={step} onClose={onClose} onPay={pay} onDetails={tryAgain} />
      )}
      {step.kind === 'failed' && <PaymentFailure step={step} onClose={onClose} onTryAgain={tryAgain} />}
      {item.isTransferable && !hasUpstream && (step.kind === 'details' || (step.kind === 'failed' && !isUnknown)) && (
        <TransferInstead key={step.kind} item={item} />
      )}
    </Dialog>
  )
}
