import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#kit/backoffice/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'
import type { OperatorState } from '../rules.ts'

const api = () => import('../api.ts')

export const operatorsKey = ['operators']

/** The filters of the list, from the page URL. */
export type OperatorsView = { q: string; state?: OperatorState; offset: number }

/** Query for a page of operators. */
export function operatorsQuery(send: Send, view: OperatorsView) {
  return queryOptions({
    queryKey: [...operatorsKey, view],
    queryFn: async ({ signal }) => send((await api()).listOperators, { query: { ...view, limit: pageSize }, signal }),
  })
}

/** Query for the signed-in operator. */
export function ownAccountQuery(send: Send) {
  return queryOptions({
    queryKey: ['own-operator-account'],
    queryFn: async ({ signal }) => send((await api()).readOperator, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
