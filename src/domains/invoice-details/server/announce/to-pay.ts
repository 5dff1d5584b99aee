/** Returns whether something of an invoice is still to be paid, all is paid, or there is nothing to pay. */
export function toPayOf(invoice: {
  amount_total_cents: number
  amount_pending_cents: number
}): 'owed' | 'paid' | 'nothing' {
  if (invoice.amount_total_cents <= 0) return 'nothing'
  return invoice.amount_pending_cents > 0 ? 'owed' : 'paid'
}
