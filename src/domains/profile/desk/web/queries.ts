import { queryOptions } from '@tanstack/react-query'
import { pageQuery } from '#kit/backoffice/web/page-query.ts'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')
export const erasuresKey = ['erasure-requests']

/** Query for a page of erasure requests. */
export const erasuresQuery = pageQuery([...erasuresKey, 'list'], async () => (await api()).listErasureRequests)

/** Query for an erasure request with its effect. */
export function erasureQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...erasuresKey, id],
    queryFn: async ({ signal }) => send((await api()).readErasureRequest, { params: { id }, signal }),
  })
}
