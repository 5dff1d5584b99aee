import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#kit/backoffice/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'
import type { ErasureFilter } from '../rules.ts'

const api = () => import('../api.ts')
export const erasuresKey = ['erasure-requests']

/** The filters of the list, from the page URL. */
export type ErasuresView = { q: string; state: ErasureFilter; offset: number }

/** Query for a page of erasure requests. */
export function erasuresQuery(send: Send, { state, offset }: ErasuresView) {
  return queryOptions({
    queryKey: [...erasuresKey, 'list', state, offset],
    queryFn: async ({ signal }) =>
      send((await api()).listErasureRequests, { query: { state, offset, limit: pageSize }, signal }),
  })
}

/** Query for an erasure request with its effect. */
export function erasureQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...erasuresKey, id],
    queryFn: async ({ signal }) => send((await api()).readErasureRequest, { params: { id }, signal }),
  })
}
