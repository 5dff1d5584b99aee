import { useLocale, useTranslations } from 'use-intl'
import { Dialog } from '#kit/web/dialog.tsx'
import { useBoot } from '#kit/web/portal.ts'
import { formatMoney } from '#vocabulary/format.ts'
import { BankQuestion } from './bank-question.tsx'
import { CardDetails } from './card-details.tsx'
import { ChangedAmount } from './changed-amount.tsx'
import type { PayingItem } from './paying-item.ts'
import { PaymentFailure } from './payment-failure.tsx'
import { PaymentSummaryDialog } from './payment-summary-dialog.tsx'
import { PaymentWait } from './payment-wait.tsx'
import { TransferInstead } from './transfer-instead.tsx'
import { useCardDesk } from './use-card-desk.ts'
import { type ReturnedPayment, usePayment } from './use-payment.ts'

type PaymentDialogProps = {
  item: PayingItem
  /** The payment that the browser comes back with from the bank's page. */
  returned: ReturnedPayment | null
  /** The page has been loaded anew for this payment, so that doing it again would change nothing. */
  isReloaded?: boolean
  onClose: () => void
  /** Money has moved, or may have. */
  onSettled: () => void
}

/**
 * Pays one thing by card: details, the bank's answer, and what became of it. The details stay behind the other steps, so
 * that whoever tries again finds the card as it was typed.
 */
export function PaymentDialog({ item: opened, returned, isReloaded = false, onClose, onSettled }: PaymentDialogProps) {
  const t = useTranslations('payments.dialog')
  const locale = useLocale()
  const { hasUpstream } = useBoot()
  const desk = useCardDesk({ item: opened, isReloaded })
  const { step, item, pay, confirm, tryAgain } = usePayment({ item: opened, returned, onSettled })
  if (step.kind === 'paid') return <PaymentSummaryDialog item={item} onClose={onClose} />

  const isUnknown = step.kind === 'failed' && step.error === 'outcome_unknown'
  // Who leaves while the bank asks has given up, which the bank and the server must hear of.
  const leave = step.kind === 'authenticating' ? () => void confirm(step) : onClose
  return (
    <Dialog
      title={t(isUnknown ? 'unknown.title' : `${step.kind}.title`)}
      subject={t('subject', { number: item.number })}
      figure={formatMoney(item.amountCents, locale)}
      isClosable={step.kind !== 'processing'}
      isAside={step.kind === 'authenticating' && desk.data?.provider.asksOverPage}
      onClose={leave}
    >
      <div hidden={step.kind !== 'details'}>
        <CardDetails item={item} desk={desk} onClose={onClose} onMethod={pay} />
      </div>
      {step.kind === 'processing' && <PaymentWait title={t('processing.wait')}>{t('processing.words')}</PaymentWait>}
      {step.kind === 'authenticating' && desk.data && <BankQuestion desk={desk.data} step={step} onAnswered={leave} />}
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
