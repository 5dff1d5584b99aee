import { queryOptions } from '@tanstack/react-query'
import { pageQuery } from '#kit/backoffice/web/page-query.ts'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')
export const changeRequestsKey = ['change-requests']

/** Query for a page of the changes that customers have requested. */
export const changeRequestsQuery = pageQuery(
  [...changeRequestsKey, 'list'],
  async () => (await api()).listChangeRequests,
)

/** Query for a change with its documents. */
export function changeRequestQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...changeRequestsKey, id],
    queryFn: async ({ signal }) => send((await api()).readChangeRequest, { params: { id }, signal }),
  })
}
