import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'
import type { Cents } from '#vocabulary/money.ts'
import { filterOf, type InvoiceKind, type InvoiceListView } from './list-address.ts'
import { readMonthSum } from './month-sums.ts'
import { type ReadInvoice, readInvoice, readMultipointInvoice } from './read-invoice.ts'

// The calls with their schemas are fetched only when something is asked for: the first page comes with its answers.
const api = () => import('../api.ts')

export type InvoicePage = {
  items: ReadInvoice[]
  total: number
  /** What is still to be paid of all that fit, where the server says so. */
  pendingCents?: Cents
}
export type InvoiceCounts = { [Kind in InvoiceKind]?: number }
type Wanted = Pick<InvoiceListView, 'offset' | 'limit'> & {
  filter?: string
  /** Leaves out those that a multipoint invoice gathers. */
  byItself?: boolean
}

/** Everything that a payment or a refresh makes stale. */
export const invoicesKey = ['invoices']

/** A page of one kind of invoices. */
export function invoicePageQuery(send: Send, kind: InvoiceKind, { offset, limit, filter, byItself }: Wanted) {
  return queryOptions({
    queryKey: [...invoicesKey, kind, { offset, limit, filter, byItself }],
    queryFn: ({ signal }) => fetchPage(send, kind, { offset, limit, filter, byItself }, signal),
  })
}

/** The page that a view asks for. */
export function viewQuery(send: Send, kind: InvoiceKind, view: InvoiceListView) {
  return invoicePageQuery(send, kind, { offset: view.offset, limit: view.limit, filter: filterOf(kind, view) })
}

/** What all invoices of a view sum up to, by month and contract. */
export function monthSumsQuery(send: Send, kind: InvoiceKind, view: InvoiceListView) {
  const filter = filterOf(kind, view)
  return queryOptions({
    queryKey: [...invoicesKey, 'months', kind, filter],
    queryFn: async ({ signal }) => {
      const { items } = await send((await api()).sumInvoicesByMonth, { query: { type: kind, filter }, signal })
      return items.map(readMonthSum)
    },
  })
}

/** How many there are of each kind: the smallest page tells. */
export function countsQuery(send: Send, kinds: readonly InvoiceKind[]) {
  return queryOptions({
    queryKey: [...invoicesKey, 'counts', kinds],
    queryFn: async ({ signal }): Promise<InvoiceCounts> => {
      const pages = await Promise.all(kinds.map((kind) => fetchPage(send, kind, { offset: 0, limit: 1 }, signal)))
      return Object.fromEntries(kinds.map((kind, place) => [kind, pages[place]!.total]))
    },
  })
}

/** As many invoices as are read at once of what is to be paid. */
export const owedAtMost = 150

/** What is still to be paid, oldest last. */
export function owedQuery(send: Send, kind: InvoiceKind) {
  return invoicePageQuery(send, kind, { offset: 0, limit: owedAtMost, filter: '[["paid_status","=","unpaid"]]' })
}

/** The values by which a kind can be filtered. */
export function filterParamsQuery(send: Send, kind: InvoiceKind) {
  return queryOptions({
    queryKey: ['invoice-filter-params', kind],
    queryFn: async ({ signal }) =>
      send((await api()).listFilterParams, { query: { fields: 'cups,addresses,contracts,vats', type: kind }, signal }),
  })
}

async function fetchPage(
  send: Send,
  kind: InvoiceKind,
  { byItself, ...query }: Wanted,
  signal: AbortSignal,
): Promise<InvoicePage> {
  if (kind === 'multipoint') {
    const { items, n_items } = await send((await api()).listMultipointInvoices, { query, signal })
    return { items: items.map(readMultipointInvoice), total: n_items }
  }
  const { items, n_items, amount_pending } = await send((await api()).listInvoices, {
    query: { ...query, type: kind, ...(byItself && { by_itself: 'true' }) },
    signal,
  })
  const pendingCents = amount_pending === undefined ? undefined : Math.round(amount_pending * 100)
  return { items: items.map(readInvoice), total: n_items, pendingCents }
}
