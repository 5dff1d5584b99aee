import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')
export const healthKey = ['desk-health']

/** Query for the health of systems, refetched while shown. */
export function healthQuery(send: Send) {
  return queryOptions({
    queryKey: healthKey,
    queryFn: async ({ signal }) => send((await api()).listHealth, { signal }),
    refetchInterval: 30_000,
  })
}
