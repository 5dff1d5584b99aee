import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#desks/common/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'
import type { ErasureFilter } from '../rules.ts'

const api = () => import('../api.ts')
export const erasuresKey = ['erasure-requests']

/** What the list is narrowed to, as its address says. */
export type ErasuresView = { q: string; state: ErasureFilter; offset: number }

/** A page of the requests of erasure. */
export function erasuresQuery(send: Send, { state, offset }: ErasuresView) {
  return queryOptions({
    queryKey: [...erasuresKey, 'list', state, offset],
    queryFn: async ({ signal }) =>
      send((await api()).listErasureRequests, { query: { state, offset, limit: pageSize }, signal }),
  })
}

/** A request with what it does. */
export function erasureQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...erasuresKey, id],
    queryFn: async ({ signal }) => send((await api()).readErasureRequest, { params: { id }, signal }),
  })
}
