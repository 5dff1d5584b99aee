import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#desks/common/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'
import type { FuturesFilter } from '../rules.ts'

const api = () => import('../api.ts')
export const futuresKey = ['futures']

export type FuturesView = { q: string; show: FuturesFilter; offset: number }

/** A page of the futures. */
export function futuresQuery(send: Send, { q, show, offset }: FuturesView) {
  return queryOptions({
    queryKey: [...futuresKey, 'list', q, show, offset],
    queryFn: async ({ signal }) =>
      send((await api()).listFutures, { query: { q, show, offset, limit: pageSize }, signal }),
  })
}

/** A future with its last prices. */
export function futureQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...futuresKey, id],
    queryFn: async ({ signal }) => send((await api()).readFuture, { params: { id }, signal }),
  })
}
