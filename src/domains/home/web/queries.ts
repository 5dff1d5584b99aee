import { queryOptions } from '@tanstack/react-query'
import type { InvoiceKind } from '#domains/invoices/web/list-address.ts'
import { invoicePageQuery, owedAtMost, owedQuery } from '#domains/invoices/web/queries.ts'
import type { Boot } from '#kit/boot.ts'
import type { Send } from '#kit/web/send.ts'
import type { MarketDay } from '#vocabulary/day.ts'

// The calls with their schemas are fetched only when something is asked for: the first page comes with its answers.
const contractsApi = () => import('#domains/contracts/api.ts')
const consumptionApi = () => import('#domains/consumption/api.ts')

const shownContracts = 5
// A year and the same month before, to compare with.
const historyLength = 13
const newestCount = 10

/** The first contracts of the kinds that the retailer shows, active ones first, and how many there are. */
export function firstContractsQuery(send: Send, displayTypes: readonly InvoiceKind[]) {
  const [type, another] = displayTypes.filter((each) => each !== 'multipoint')
  const only = another === undefined ? type : undefined
  return queryOptions({
    queryKey: ['contracts', 'first', only],
    queryFn: async ({ signal }) =>
      send((await contractsApi()).listContracts, { query: { type: only, limit: shownContracts }, signal }),
  })
}

type Portal = Pick<Boot, 'hasUpstream'>

/** The newest invoices of a kind that are paid by themselves; more than one, because those of one day are weighed. */
export function newestInvoiceQuery(send: Send, kind: InvoiceKind, { hasUpstream }: Portal) {
  return invoicePageQuery(send, kind, { offset: 0, limit: newestCount, byItself: isByItself(kind, hasUpstream) })
}

/** What the customer has to see to: what is unpaid, and what waits for their transfer. */
export function dueQuery(send: Send, kind: InvoiceKind, boot: Portal) {
  if (!boot.hasUpstream) return owedQuery(send, kind, boot)
  const filter = JSON.stringify([['paid_status', 'in', ['unpaid', 'pending_transfer']]])
  return invoicePageQuery(send, kind, { offset: 0, limit: owedAtMost, filter })
}

// Another server knows only what is specified.
function isByItself(kind: InvoiceKind, hasUpstream = false): true | undefined {
  return kind === 'multipoint' || hasUpstream ? undefined : true
}

/** The invoices of the year before and at an invoice: those of its contract, or all multipoint ones. */
export function historyQuery(send: Send, kind: InvoiceKind, contractName: string | null) {
  const filter = contractName === null ? undefined : JSON.stringify([['contract.name', '=', contractName]])
  return invoicePageQuery(send, kind, { offset: 0, limit: historyLength, filter })
}

/** What a contract used and gave between two days of one month. */
export function monthQuery(send: Send, contractId: number, { start, end }: { start: MarketDay; end: MarketDay }) {
  return queryOptions({
    queryKey: ['consumption', contractId, 'month', start, end],
    queryFn: async ({ signal }) => {
      const params = { contractId: String(contractId), type: 'monthly' }
      const { readCurve } = await import('#domains/consumption/web/read-curve.ts')
      const wire = await send((await consumptionApi()).readAnyChart, { params, query: { start, end }, signal })
      return readCurve('monthly', wire, { start, end })
    },
  })
}
