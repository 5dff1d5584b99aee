import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')

export const operatorsKey = ['operators']

/** Everybody who keeps the portal. */
export function operatorsQuery(send: Send) {
  return queryOptions({
    queryKey: operatorsKey,
    queryFn: async ({ signal }) => (await send((await api()).listOperators, { signal })).items,
  })
}

/** The operator who is signed in. */
export function ownAccountQuery(send: Send) {
  return queryOptions({
    queryKey: ['own-operator-account'],
    queryFn: async ({ signal }) => send((await api()).readOperator, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
