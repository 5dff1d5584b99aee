import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#desks/common/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')

/** Customers whom a search may mean. */
export function searchQuery(send: Send, { q, offset }: { q: string; offset: number }) {
  return queryOptions({
    queryKey: ['customers', 'search', q, offset],
    queryFn: async ({ signal }) => send((await api()).findCustomers, { query: { q, offset, limit: pageSize }, signal }),
  })
}

/** A customer, with the accounts that see them. */
export function customerQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: ['customers', id],
    queryFn: async ({ signal }) => send((await api()).readCustomer, { params: { id }, signal }),
  })
}

/** A page of a customer's contracts. */
export function contractsQuery(send: Send, { id, offset }: { id: string; offset: number }) {
  return queryOptions({
    queryKey: ['customers', id, 'contracts', offset],
    queryFn: async ({ signal }) =>
      send((await api()).listCustomerContracts, { params: { id }, query: { offset, limit: pageSize }, signal }),
  })
}
