import { useLocale, useTranslations } from 'use-intl'
import { InvoiceStatusBadge, useStatusNote } from '#domains/invoices/web/list/invoice-status-badge.tsx'
import { isAwaitedTransfer, payingItemOf } from '#domains/invoices/web/payment/invoice-to-pay.ts'
import { PayButton } from '#domains/invoices/web/payment/pay-button.tsx'
import { invoiceAddress } from '#domains/payments/paths.ts'
import { AwaitedTransfer, TransferButton } from '#domains/payments/web/transfer/transfer-button.tsx'
import { SummaryCard } from '#kit/web/display/summary-card.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { formatDay, formatMoney } from '#vocabulary/format.ts'
import styles from './invoice-screen.module.css'
import type { ShownInvoice } from './shown-invoice.ts'

type InvoicePaymentProps = { shown: ShownInvoice; onPay: () => void }

/** Shows how much an invoice is, until when it is paid and how. */
export function InvoicePayment({ shown: { invoice }, onPay }: InvoicePaymentProps) {
  const t = useTranslations('invoice-details')
  const tInvoices = useTranslations('invoices')
  const locale = useLocale()
  const note = useStatusNote()(invoice)
  const { isPayable, isTransferable, amountTotalCents, dueOn, joint, status } = invoice
  const isOwed = status === 'unpaid' || status === 'partly_paid'
  return (
    <SummaryCard
      label={t('total')}
      figure={formatMoney(amountTotalCents, locale)}
      actions={
        (isPayable || isTransferable) && (
          <>
            {isPayable && (
              <PayButton invoice={invoice} onPay={onPay}>
                {tInvoices('pay', { amount: formatMoney(payingItemOf(invoice).amountCents, locale) })}
              </PayButton>
            )}
            {isTransferable && (
              <TransferButton item={payingItemOf(invoice)}>
                {tInvoices(isPayable ? 'transfer' : 'byTransfer')}
              </TransferButton>
            )}
          </>
        )
      }
    >
      <span className={styles.status}>
        <InvoiceStatusBadge invoice={invoice} />
      </span>{' '}
      {note} {isOwed && dueOn && t('due', { day: formatDay(dueOn, locale) })}{' '}
      {joint && <Link href={invoiceAddress(joint.number)}>{tInvoices('paidWith', { number: joint.number })}</Link>}
      {isAwaitedTransfer(invoice) && <AwaitedTransfer item={payingItemOf(invoice)} />}
    </SummaryCard>
  )
}
