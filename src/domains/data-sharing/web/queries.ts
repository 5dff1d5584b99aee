import { queryOptions } from '@tanstack/react-query'
import type { ListPage } from '#kit/web/list/page-numbers.ts'
import type { Send } from '#kit/web/send.ts'

/** Query for what third parties may read, and for what the user can consent to. */
export function dataConsentsQuery(send: Send) {
  return queryOptions({
    queryKey: ['data-consents'],
    queryFn: async ({ signal }) => send((await import('../api.ts')).listDataConsents, { signal }),
  })
}

/** The key of everything that shows what was taken. */
export const ownDataKey = ['own-data']

/** Query for a page of the billed periods whose consumption can be taken. */
export function ownDataQuery(send: Send, { offset, limit }: ListPage) {
  return queryOptions({
    queryKey: [...ownDataKey, { offset, limit }],
    queryFn: async ({ signal }) => send((await import('../api.ts')).listOwnData, { query: { offset, limit }, signal }),
  })
}
