import type { Cents } from '#vocabulary/money.ts'
import type { TransactionSummary } from '../api.ts'

/** What was paid, as shown in the dialog. Null members are unknown. */
export type PaidSummary = {
  amountCents: Cents
  at: Date
  invoiceNumber: string | null
  paidBy: string | null
  cardEnding: string | null
  operation: string | null
  refundedCents: Cents
}

/** Converts a summary of the API to the model, or returns null while the payment is not booked. */
export function readSummary(wire: TransactionSummary): PaidSummary | null {
  if (wire.error || wire.amount === null || wire.last_transaction_update_at === null) return null
  return {
    amountCents: Math.round(wire.amount * 100),
    at: new Date(wire.last_transaction_update_at),
    invoiceNumber: wire.invoice_number,
    paidBy: wire.paid_by_user_email,
    cardEnding: wire.card_last4,
    operation: wire.transaction_id,
    refundedCents: Math.round((wire.refunded_amount ?? 0) * 100),
  }
}
