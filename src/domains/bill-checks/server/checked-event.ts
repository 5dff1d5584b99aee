import type { CheckedInvoice } from './check-invoices.ts'

/** Returns what webhooks tell of the check of an invoice. */
export function checkedDataOf({ customerId, contractId, invoiceId, number, check }: CheckedInvoice) {
  const ids = { customer_id: customerId, contract_id: contractId, invoice_id: invoiceId }
  return { ...ids, number, difference: check.differenceCents / 100 }
}

/** Returns the event that tells the verdict on an invoice. */
export function checkedEventOf(invoice: CheckedInvoice) {
  return { type: 'invoice.checked' as const, data: { ...checkedDataOf(invoice), state: invoice.check.state } }
}
