import type { PayableItem } from '#domains/payments/web/payable-item.ts'
import type { InvoiceModel } from '../parse-invoice.ts'

/** Converts an invoice to an item that can be paid. */
export function payingItemOf(invoice: InvoiceModel): PayableItem {
  const { id, itemKind: kind, number, amountPendingCents: amountCents, isTransferable } = invoice
  return { id: id!, kind, number, amountCents, isTransferable }
}

/**
 * Checks whether the amount is expected by transfer, because the retailer waits for one or does not accept cards for
 * it.
 */
export function isAwaitedTransfer({ isTransferable, isPayable, status }: InvoiceModel): boolean {
  return isTransferable && (!isPayable || status === 'waiting_for_transfer')
}

// Each account is a call of its own; other rows open theirs on demand.
const maxAccounts = 3

/** Returns those invoices of a page whose rows show where to transfer their amount. */
export function listAwaitedTransfers(invoices: readonly InvoiceModel[]): InvoiceModel[] {
  return invoices.filter(isAwaitedTransfer).slice(0, maxAccounts)
}
