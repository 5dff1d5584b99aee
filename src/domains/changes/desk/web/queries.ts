import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#kit/backoffice/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'
import type { ChangeRequestFilter, NamedChangeKind } from '../rules.ts'

const api = () => import('../api.ts')
export const changeRequestsKey = ['change-requests']

/** The filters of the queue, from the page URL. */
export type ChangeRequestsView = { q: string; state: ChangeRequestFilter; kind: NamedChangeKind | ''; offset: number }

/** Query for a page of the changes that customers have requested. */
export function changeRequestsQuery(send: Send, { kind, ...view }: ChangeRequestsView) {
  return queryOptions({
    queryKey: [...changeRequestsKey, 'list', view, kind],
    queryFn: async ({ signal }) =>
      send((await api()).listChangeRequests, {
        query: { ...view, ...(kind ? { kind } : {}), limit: pageSize },
        signal,
      }),
  })
}

/** Query for a change with its documents. */
export function changeRequestQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...changeRequestsKey, id],
    queryFn: async ({ signal }) => send((await api()).readChangeRequest, { params: { id }, signal }),
  })
}
