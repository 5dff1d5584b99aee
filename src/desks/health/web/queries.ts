import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')
export const healthKey = ['desk-health']

/** How the systems of others stand, read again while they are looked at. */
export function healthQuery(send: Send) {
  return queryOptions({
    queryKey: healthKey,
    queryFn: async ({ signal }) => send((await api()).listHealth, { signal }),
    refetchInterval: 30_000,
  })
}
