import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')

/** Query for the open work, refetched each minute while shown. */
export function todayQuery(send: Send) {
  return queryOptions({
    queryKey: ['desk-today'],
    queryFn: async ({ signal }) => send((await api()).readToday, { signal }),
    refetchInterval: 60_000,
  })
}
