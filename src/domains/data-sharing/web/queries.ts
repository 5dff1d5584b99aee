import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

/** Query for what third parties may read, and for what the user can consent to. */
export function dataConsentsQuery(send: Send) {
  return queryOptions({
    queryKey: ['data-consents'],
    queryFn: async ({ signal }) => send((await import('../api.ts')).listDataConsents, { signal }),
  })
}

/** Query for the billed periods whose consumption can be taken. */
export function ownDataQuery(send: Send) {
  return queryOptions({
    queryKey: ['own-data'],
    queryFn: async ({ signal }) => (await send((await import('../api.ts')).listOwnData, { signal })).items,
  })
}
