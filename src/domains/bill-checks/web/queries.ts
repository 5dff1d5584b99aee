import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

/** Query for the check of an invoice. */
export function invoiceCheckQuery(send: Send, invoiceId: number) {
  return queryOptions({
    queryKey: ['invoices', 'check', invoiceId],
    queryFn: async ({ signal }) =>
      // The call with its schema is loaded on demand: the first page includes its data.
      send((await import('../api.ts')).readInvoiceCheck, { params: { id: String(invoiceId) }, signal }),
  })
}
