import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

// The calls with their schemas are loaded on demand: the first page includes its data.
const api = () => import('../api.ts')

/** Query for the changes of prices and terms of the customer's contracts. */
export function revisionsQuery(send: Send) {
  return queryOptions({
    queryKey: ['revisions'],
    queryFn: async ({ signal }) => (await send((await api()).listRevisions, { signal })).items,
  })
}

/** Query for one of them. */
export function revisionQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: ['revisions', id],
    queryFn: async ({ signal }) => send((await api()).readRevision, { params: { id }, signal }),
  })
}
