import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')

/** What is open, read again each minute while it is looked at. */
export function todayQuery(send: Send) {
  return queryOptions({
    queryKey: ['desk-today'],
    queryFn: async ({ signal }) => send((await api()).readToday, { signal }),
    refetchInterval: 60_000,
  })
}
