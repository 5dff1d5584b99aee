import { queryOptions } from '@tanstack/react-query'
import { pageQuery } from '#kit/backoffice/web/page-query.ts'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')
export const managedDebtsKey = ['desk-collections']

/** Query for a page of the debts. */
export const managedDebtsQuery = pageQuery(managedDebtsKey, async () => (await api()).listManagedDebts)

/** Query for whom debts can be assigned to. */
export function debtChoicesQuery(send: Send) {
  return queryOptions({
    queryKey: ['debt-choices'],
    queryFn: async ({ signal }) => send((await api()).readDebtChoices, { signal }),
    staleTime: 60_000,
  })
}
