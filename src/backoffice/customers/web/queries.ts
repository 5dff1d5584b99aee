import { queryOptions } from '@tanstack/react-query'
import type { ListedCase } from '#domains/support/desk/cases/api.ts'
import { pageSize } from '#kit/backoffice/web/list-pager.tsx'
import { pageQuery } from '#kit/backoffice/web/page-query.ts'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')

/** Query for the customers that match a search. */
export const customerSearchQuery = pageQuery(['customers', 'search'], async () => (await api()).findCustomers)

/** Query for a customer with their accounts. */
export function customerQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: ['customers', id],
    queryFn: async ({ signal }) => send((await api()).readCustomer, { params: { id }, signal }),
  })
}

/** Query for a page of the invoices of a customer or of one contract. */
export function invoicesQuery(
  send: Send,
  { id, contract, offset }: { id: string; contract: string | undefined; offset: number },
) {
  return queryOptions({
    queryKey: ['customers', id, 'invoices', contract, offset],
    queryFn: async ({ signal }) =>
      send((await api()).listCustomerInvoices, {
        params: { id },
        query: { offset, limit: pageSize, ...(contract ? { contract: Number(contract) } : {}) },
        signal,
      }),
  })
}

/** Query for what a customer lets third parties read. */
export function consentsQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: ['customers', id, 'consents'],
    queryFn: async ({ signal }) => (await send((await api()).listCustomerConsents, { params: { id }, signal })).items,
  })
}

const maxCasesShown = 5
export type LatestCase = ListedCase

/** Query for the first cases of a holder, for operators who may answer them. */
export function latestCasesQuery(send: Send, taxId: string) {
  return queryOptions({
    queryKey: ['customers', 'cases', taxId],
    queryFn: async ({ signal }) => {
      const { listCases } = await import('#domains/support/desk/cases/api.ts')
      return send(listCases, { query: { q: taxId, state: 'all', limit: maxCasesShown }, signal })
    },
  })
}

/** Query for a page of a customer's contracts. */
export function contractsQuery(send: Send, { id, offset }: { id: string; offset: number }) {
  return queryOptions({
    queryKey: ['customers', id, 'contracts', offset],
    queryFn: async ({ signal }) =>
      send((await api()).listCustomerContracts, { params: { id }, query: { offset, limit: pageSize }, signal }),
  })
}
