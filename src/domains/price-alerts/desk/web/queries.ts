import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#kit/backoffice/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'
import type { FuturesFilter } from '../rules.ts'

const api = () => import('../api.ts')
export const futuresKey = ['futures']

export type FuturesView = { q: string; show: FuturesFilter; offset: number }

/** Query for a page of futures. */
export function futuresQuery(send: Send, { q, show, offset }: FuturesView) {
  return queryOptions({
    queryKey: [...futuresKey, 'list', q, show, offset],
    queryFn: async ({ signal }) =>
      send((await api()).listFutures, { query: { q, show, offset, limit: pageSize }, signal }),
  })
}

/** Query for a future with its latest prices. */
export function futureQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...futuresKey, id],
    queryFn: async ({ signal }) => send((await api()).readFuture, { params: { id }, signal }),
  })
}
