import { queryOptions } from '@tanstack/react-query'
import type { Boot } from '#kit/boot.ts'
import type { Send } from '#kit/web/send.ts'
import type { Cents } from '#vocabulary/money.ts'
import { buildFilter, type InvoiceKind, type InvoiceListView } from './filters/list-address.ts'
import type { InvoiceModel } from './parse-invoice.ts'

// The calls and their parsers are loaded only when something is requested: the first page comes with its data.
const fetching = () => import('./fetch-invoices.ts')

export type InvoicePage = {
  items: InvoiceModel[]
  total: number
  /** The amount due of all matches, if the server returns it. */
  dueCents?: Cents
}
export type InvoiceCounts = { [Kind in InvoiceKind]?: number }
/** The invoices of a kind to request. */
export type InvoicePageQuery = Pick<InvoiceListView, 'offset' | 'limit'> & {
  filter?: string
  /** Leaves out the invoices that belong to a multipoint invoice. */
  byItself?: boolean
}

/** The key of everything that a payment or a refresh invalidates. */
export const invoicesKey = ['invoices']

/** Returns the query for a page of one kind of invoices. */
export function invoicePageQuery(send: Send, kind: InvoiceKind, query: InvoicePageQuery) {
  return queryOptions({
    queryKey: [...invoicesKey, kind, query],
    queryFn: async ({ signal }) => (await fetching()).fetchInvoicePage(send, kind, query, signal),
  })
}

/** Returns the query for the page of a view. */
export function viewQuery(send: Send, kind: InvoiceKind, view: InvoiceListView) {
  return invoicePageQuery(send, kind, { offset: view.offset, limit: view.limit, filter: buildFilter(kind, view) })
}

/** Returns the query for the sums of all invoices of a view, by month and contract. */
export function monthSumsQuery(send: Send, kind: InvoiceKind, view: InvoiceListView) {
  const filter = buildFilter(kind, view)
  return queryOptions({
    queryKey: [...invoicesKey, 'months', kind, filter],
    queryFn: async ({ signal }) => (await fetching()).fetchMonthSums(send, kind, filter, signal),
  })
}

/** Returns the query for the number of invoices of each of some kinds. */
export function countsQuery(send: Send, kinds: readonly InvoiceKind[], { hasUpstream }: Pick<Boot, 'hasUpstream'>) {
  return queryOptions({
    queryKey: [...invoicesKey, 'counts', kinds],
    queryFn: async ({ signal }) => (await fetching()).fetchCounts(send, { kinds, hasUpstream }, signal),
  })
}

/** The maximum number of unpaid invoices that are read at once. */
export const maxOwedInvoices = 150

/**
 * Returns the query for what is still to be paid, by card or by an awaited transfer, without the invoices of a
 * multipoint invoice; oldest last.
 */
export function owedQuery(send: Send, kind: InvoiceKind, { hasUpstream }: Pick<Boot, 'hasUpstream'>) {
  const page = { offset: 0, limit: maxOwedInvoices }
  // An upstream server only knows what is specified.
  if (hasUpstream) return invoicePageQuery(send, kind, { ...page, filter: '[["paid_status","=","unpaid"]]' })
  // A refund also waits for a transfer, but in the other direction.
  const filter = '[["paid_status","in",["unpaid","pending_transfer"]],["amount_pending",">",0]]'
  return invoicePageQuery(send, kind, { ...page, filter, byItself: kind === 'multipoint' ? undefined : true })
}
