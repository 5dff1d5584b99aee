import { queryOptions } from '@tanstack/react-query'
import { pageQuery } from '#kit/backoffice/web/page-query.ts'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')
export const futuresKey = ['futures']

/** Query for a page of futures. */
export const futuresQuery = pageQuery([...futuresKey, 'list'], async () => (await api()).listFutures)

/** Query for a future with its latest prices. */
export function futureQuery(send: Send, id: string) {
  return queryOptions({
    queryKey: [...futuresKey, id],
    queryFn: async ({ signal }) => send((await api()).readFuture, { params: { id }, signal }),
  })
}
