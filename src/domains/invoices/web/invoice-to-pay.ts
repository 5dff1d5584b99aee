import type { PayingItem } from '#domains/payments/web/paying-item.ts'
import type { ReadInvoice } from './read-invoice.ts'

/** An invoice as something to be paid. */
export function payingItemOf(invoice: ReadInvoice): PayingItem {
  const { id, itemKind: kind, number, amountPendingCents: amountCents, isTransferable } = invoice
  return { id: id!, kind, number, amountCents, isTransferable }
}
