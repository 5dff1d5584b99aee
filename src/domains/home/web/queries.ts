import { queryOptions } from '@tanstack/react-query'
import type { InvoiceKind } from '#domains/invoices/web/list-address.ts'
import { invoicePageQuery } from '#domains/invoices/web/queries.ts'
import type { Send } from '#kit/web/send.ts'
import type { MarketDay } from '#vocabulary/day.ts'

// The calls with their schemas are fetched only when something is asked for: the first page comes with its answers.
const contractsApi = () => import('#domains/contracts/api.ts')
const consumptionApi = () => import('#domains/consumption/api.ts')

const shownContracts = 5
// A year and the same month before, to compare with.
const historyLength = 13

/** The first contracts, active ones first, and how many there are. */
export function firstContractsQuery(send: Send) {
  return queryOptions({
    queryKey: ['contracts', 'first'],
    queryFn: async ({ signal }) =>
      send((await contractsApi()).listContracts, { query: { limit: shownContracts }, signal }),
  })
}

/** The newest invoice of a kind. */
export function newestInvoiceQuery(send: Send, kind: InvoiceKind) {
  return invoicePageQuery(send, kind, { offset: 0, limit: 1 })
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
