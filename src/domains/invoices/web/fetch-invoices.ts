import type { Send } from '#kit/web/send.ts'
import {
  countInvoices,
  type InvoiceMonth,
  listFilterParams,
  listInvoices,
  listMultipointInvoices,
  sumInvoicesByMonth,
} from '../api.ts'
import type { MonthSum } from './chart/month-sums.ts'
import type { InvoiceKind } from './filters/list-address.ts'
import { parseInvoice, parseMultipointInvoice } from './parse-invoice.ts'
import type { InvoiceCounts, InvoicePage, InvoicePageQuery } from './queries.ts'

/** Fetches a page of one kind of invoices. */
export async function fetchInvoicePage(
  send: Send,
  kind: InvoiceKind,
  { byItself, ...query }: InvoicePageQuery,
  signal: AbortSignal,
): Promise<InvoicePage> {
  if (kind === 'multipoint') {
    const { items, n_items } = await send(listMultipointInvoices, { query, signal })
    return { items: items.map(parseMultipointInvoice), total: n_items }
  }
  const { items, n_items, amount_due } = await send(listInvoices, {
    query: { ...query, type: kind, ...(byItself && { by_itself: 'true' }) },
    signal,
  })
  const dueCents = amount_due === undefined ? undefined : Math.round(amount_due * 100)
  return { items: items.map(parseInvoice), total: n_items, dueCents }
}

/** Fetches the number of invoices of each kind. */
export async function fetchCounts(
  send: Send,
  { kinds, hasUpstream }: { kinds: readonly InvoiceKind[]; hasUpstream: boolean | undefined },
  signal: AbortSignal,
): Promise<InvoiceCounts> {
  if (!hasUpstream) return send(countInvoices, { signal })
  // An upstream server only knows what is specified: the smallest page of a kind tells its number.
  const pages = await Promise.all(kinds.map((kind) => fetchInvoicePage(send, kind, { offset: 0, limit: 1 }, signal)))
  return Object.fromEntries(kinds.map((kind, place) => [kind, pages[place]!.total]))
}

/** Fetches the sums of all invoices that match a filter, by month and contract. */
export async function fetchMonthSums(
  send: Send,
  kind: InvoiceKind,
  filter: string | undefined,
  signal: AbortSignal,
): Promise<MonthSum[]> {
  const { items } = await send(sumInvoicesByMonth, { query: { type: kind, filter }, signal })
  return items.map(readMonthSum)
}

/** Fetches the values by which a kind can be filtered. */
export function fetchFilterParams(send: Send, kind: InvoiceKind, signal: AbortSignal) {
  return send(listFilterParams, { query: { fields: 'cups,addresses,contracts,vats', type: kind }, signal })
}

function readMonthSum(wire: InvoiceMonth): MonthSum {
  return {
    month: wire.month,
    contractName: wire.contract?.name ?? null,
    address: wire.contract?.full_address ?? '',
    settledCents: Math.round(wire.amount_settled * 100),
    dueCents: wire.amount_due === null ? null : Math.round(wire.amount_due * 100),
    energyWh: wire.energy_consumed === null ? null : Math.round(wire.energy_consumed * 1000),
  }
}
