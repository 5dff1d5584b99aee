import type { PayingItem } from '#domains/payments/web/paying-item.ts'
import type { ReadInvoice } from './read-invoice.ts'

/** An invoice as something to be paid. */
export function payingItemOf(invoice: ReadInvoice): PayingItem {
  const { id, itemKind: kind, number, amountPendingCents: amountCents, isTransferable } = invoice
  return { id: id!, kind, number, amountCents, isTransferable }
}

/** Whether its money is to come by transfer: the retailer waits for one, or takes no card for it. */
export function isAwaitedTransfer({ isTransferable, isPayable, standing }: ReadInvoice): boolean {
  return isTransferable && (!isPayable || standing === 'waiting_for_transfer')
}
