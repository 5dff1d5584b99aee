import { queryOptions } from '@tanstack/react-query'
import type { Boot } from '#kit/boot.ts'
import type { Send } from '#kit/web/send.ts'
import type { Cents } from '#vocabulary/money.ts'
import { filterOf, type InvoiceKind, type InvoiceListView } from './list-address.ts'
import type { ReadInvoice } from './read-invoice.ts'

// The calls, and what reads their answers, are loaded only when something is asked for: the first page comes with its answers.
const fetching = () => import('./fetch-invoices.ts')

export type InvoicePage = {
  items: ReadInvoice[]
  total: number
  /** What is still to be paid of all that fit, where the server says so. */
  pendingCents?: Cents
}
export type InvoiceCounts = { [Kind in InvoiceKind]?: number }
/** Which invoices of a kind are asked for. */
export type InvoicePageQuery = Pick<InvoiceListView, 'offset' | 'limit'> & {
  filter?: string
  /** Leaves out those that a multipoint invoice gathers. */
  byItself?: boolean
}

/** Everything that a payment or a refresh makes stale. */
export const invoicesKey = ['invoices']

/** A page of one kind of invoices. */
export function invoicePageQuery(send: Send, kind: InvoiceKind, query: InvoicePageQuery) {
  return queryOptions({
    queryKey: [...invoicesKey, kind, query],
    queryFn: async ({ signal }) => (await fetching()).fetchInvoicePage(send, kind, query, signal),
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
    queryFn: async ({ signal }) => (await fetching()).fetchMonthSums(send, kind, filter, signal),
  })
}

/** How many there are of each kind: the smallest page tells. */
export function countsQuery(send: Send, kinds: readonly InvoiceKind[]) {
  return queryOptions({
    queryKey: [...invoicesKey, 'counts', kinds],
    queryFn: async ({ signal }) => (await fetching()).fetchCounts(send, kinds, signal),
  })
}

/** As many invoices as are read at once of what is to be paid. */
export const owedAtMost = 150

/** What is still to be paid, by card or by the transfer that is awaited, without what a joint invoice gathers; oldest last. */
export function owedQuery(send: Send, kind: InvoiceKind, { hasUpstream }: Pick<Boot, 'hasUpstream'>) {
  const page = { offset: 0, limit: owedAtMost }
  // Another server knows only what is specified.
  if (hasUpstream) return invoicePageQuery(send, kind, { ...page, filter: '[["paid_status","=","unpaid"]]' })
  // What is to be given back waits for a transfer as well, the other way.
  const filter = '[["paid_status","in",["unpaid","pending_transfer"]],["amount_pending",">",0]]'
  return invoicePageQuery(send, kind, { ...page, filter, byItself: kind === 'multipoint' ? undefined : true })
}
