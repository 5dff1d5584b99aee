import { queryOptions } from '@tanstack/react-query'
import type { InvoiceKind } from '#domains/invoices/web/filters/list-address.ts'
import { invoicePageQuery, invoicesKey } from '#domains/invoices/web/queries.ts'
import type { Boot } from '#kit/boot.ts'
import { Refused } from '#kit/refusal.ts'
import type { Send } from '#kit/web/send.ts'
import type { ShownInvoice } from './shown-invoice.ts'

// The calls and their parsers are loaded only when something is requested: the first page comes with its data.
const fetching = () => import('./fetch-invoice.ts')

type Source = Pick<Boot, 'hasUpstream'> & { kinds: readonly InvoiceKind[] }

/** Query for an invoice by its number. @throws Refused 404 if the customer has none with this number. */
export function invoiceQuery(send: Send, number: string, { hasUpstream, kinds }: Source) {
  return queryOptions({
    queryKey: [...invoicesKey, 'one', number],
    queryFn: async ({ signal, client }): Promise<ShownInvoice> => {
      if (!hasUpstream) return (await fetching()).fetchInvoice(send, number, signal)
      // An upstream server has the lists of the specification only.
      const filter = JSON.stringify([['number', '=', number]])
      for (const kind of kinds) {
        const { items } = await client.fetchQuery(invoicePageQuery(send, kind, { offset: 0, limit: 10, filter }))
        const invoice = items.find((item) => item.number === number)
        if (invoice) return { kind, invoice, details: null, members: [] }
      }
      throw new Refused('not_found', 404)
    },
  })
}

/** Query for what each hour of an invoice cost. */
export function invoiceHoursQuery(send: Send, number: string) {
  return queryOptions({
    queryKey: [...invoicesKey, 'hours', number],
    queryFn: async ({ signal }) => (await fetching()).fetchHours(send, number, signal),
  })
}

/** Query for by when the meter of a contract is read, among what must follow of it. */
export function readingDutiesQuery(send: Send, contract: string) {
  return queryOptions({
    queryKey: ['reading-duties', contract],
    queryFn: async ({ signal }) =>
      (await send((await import('#domains/duties/api.ts')).listOwnDuties, { query: { contract }, signal })).items,
  })
}
