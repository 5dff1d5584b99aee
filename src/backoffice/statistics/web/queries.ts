import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'
import type { Period } from '../rules.ts'

const api = () => import('../api.ts')

/** Query for the statistics of a period, refetched each minute while shown. */
export function statisticsQuery(send: Send, period: Period) {
  return queryOptions({
    queryKey: ['desk-statistics', period],
    queryFn: async ({ signal }) => send((await api()).readStatistics, { query: { period }, signal }),
    refetchInterval: 60_000,
  })
}
