import type { PayableItem } from '#domains/payments/web/payable-item.ts'
import type { InvoiceModel } from '../parse-invoice.ts'

/** Converts an invoice to an item that can be paid: of one that is paid in parts, the next part if it pays some of it. */
export function payingItemOf(invoice: InvoiceModel): PayableItem {
  const { amountDueCents, amountPendingCents } = invoice
  const whole = wholeItemOf(invoice)
  if (amountDueCents === 0 || amountDueCents >= amountPendingCents) return whole
  return { ...whole, amountCents: amountDueCents, isPart: true, isTransferable: invoice.isTransferable }
}

/** Converts an invoice to an item that can be paid, with all that it owes. What a transfer says is what is due. */
export function wholeItemOf(invoice: InvoiceModel): PayableItem {
  const { id, itemKind: kind, number, amountPendingCents: amountCents, amountDueCents } = invoice
  const isWholeDue = amountDueCents === 0 || amountDueCents >= amountCents
  return { id: id!, kind, number, amountCents, isTransferable: invoice.isTransferable && isWholeDue }
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
