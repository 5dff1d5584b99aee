import { queryOptions } from '@tanstack/react-query'
import { pageQuery } from '#kit/backoffice/web/page-query.ts'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')

export const operatorsKey = ['operators']

/** Query for a page of operators. */
export const operatorsQuery = pageQuery(operatorsKey, async () => (await api()).listOperators)

/** Query for the signed-in operator. */
export function ownAccountQuery(send: Send) {
  return queryOptions({
    queryKey: ['own-operator-account'],
    queryFn: async ({ signal }) => send((await api()).readOperator, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
