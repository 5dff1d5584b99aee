import { queryOptions } from '@tanstack/react-query'
import type { InvoiceKind } from '#domains/invoices/web/filters/list-address.ts'
import { invoicePageQuery, maxOwedInvoices, owedQuery } from '#domains/invoices/web/queries.ts'
import type { Boot } from '#kit/boot.ts'
import type { Send } from '#kit/web/send.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Energy } from '#vocabulary/energies.ts'

// The calls with their schemas are loaded only on the first request, because the first page arrives with its replies.
const contractsApi = () => import('#domains/contracts/api.ts')
const consumptionApi = () => import('#domains/consumption/api.ts')

const maxHomeContracts = 5
// A year, and the same month before it, to compare with.
const historyCount = 13
const newestCount = 10

/** Queries the first contracts of the kinds that the retailer shows, active ones first, and the total count. */
export function firstContractsQuery(send: Send, displayTypes: readonly InvoiceKind[]) {
  const [type, another] = displayTypes.filter((each) => each !== 'multipoint')
  const only = another === undefined ? type : undefined
  return queryOptions({
    queryKey: ['contracts', 'first', only],
    queryFn: async ({ signal }) =>
      send((await contractsApi()).listContracts, { query: { type: only, limit: maxHomeContracts }, signal }),
  })
}

/** Queries the first active contract of an energy, for customers with more contracts than the first ones. */
export function firstOfEnergyQuery(send: Send, type: Energy) {
  return queryOptions({
    queryKey: ['contracts', 'first of', type],
    queryFn: async ({ signal }) => send((await contractsApi()).listContracts, { query: { type, limit: 1 }, signal }),
  })
}

type PortalFacts = Pick<Boot, 'hasUpstream'>

/**
 * Queries the newest invoices of a kind that are paid separately; more than one, because those of one day are ranked.
 */
export function newestInvoiceQuery(send: Send, kind: InvoiceKind, { hasUpstream }: PortalFacts) {
  return invoicePageQuery(send, kind, { offset: 0, limit: newestCount, byItself: isByItself(kind, hasUpstream) })
}

/** Queries what the customer must act on: unpaid invoices, and those that await their transfer. */
export function dueQuery(send: Send, kind: InvoiceKind, boot: PortalFacts) {
  if (!boot.hasUpstream) return owedQuery(send, kind, boot)
  const filter = JSON.stringify([['paid_status', 'in', ['unpaid', 'pending_transfer']]])
  return invoicePageQuery(send, kind, { offset: 0, limit: maxOwedInvoices, filter })
}

// An upstream server supports only what is specified.
function isByItself(kind: InvoiceKind, hasUpstream = false): true | undefined {
  return kind === 'multipoint' || hasUpstream ? undefined : true
}

/** Queries the invoices of the year up to and including an invoice: those of its contract, or all multipoint ones. */
export function historyQuery(send: Send, kind: InvoiceKind, contractName: string | null) {
  const filter = contractName === null ? undefined : JSON.stringify([['contract.name', '=', contractName]])
  return invoicePageQuery(send, kind, { offset: 0, limit: historyCount, filter })
}

/** Queries what a contract used and fed in between two days of one month. */
export function monthQuery(send: Send, contractId: number, { start, end }: { start: MarketDay; end: MarketDay }) {
  return queryOptions({
    queryKey: ['consumption', contractId, 'month', start, end],
    queryFn: async ({ signal }) => {
      const params = { contractId: String(contractId), type: 'monthly' }
      const { parseCurve } = await import('#domains/consumption/web/parse-curve.ts')
      const wire = await send((await consumptionApi()).readAnyChart, { params, query: { start, end }, signal })
      return parseCurve('monthly', wire, { start, end })
    },
  })
}
