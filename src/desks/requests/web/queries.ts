import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#desks/common/web/list-pager.tsx'
import type { Send } from '#kit/web/send.ts'
import type { NamedKind, RequestFilter } from '../rules.ts'

const api = () => import('../api.ts')
export const requestsKey = ['change-requests']

/** What the queue is narrowed to, as its address says. */
export type RequestsView = { q: string; state: RequestFilter; kind: NamedKind | ''; offset: number }

/** A page of the changes that customers have asked for. */
export function requestsQuery(send: Send, { kind, ...view }: RequestsView) {
  return queryOptions({
    queryKey: [...requestsKey, 'list', view, kind],
    queryFn: async ({ signal }) =>
      send((await api()).listChangeRequests, {
        query: { ...view, ...(kind ? { kind } : {}), limit: pageSize },
        signal,
      }),
  })
}

/** A change with its documents. */
export function requestQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...requestsKey, id],
    queryFn: async ({ signal }) => send((await api()).readChangeRequest, { params: { id }, signal }),
  })
}
