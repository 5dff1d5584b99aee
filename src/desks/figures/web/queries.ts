import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'
import type { Period } from '../rules.ts'

const api = () => import('../api.ts')

/** The figures of a period, read again each minute while they are looked at. */
export function figuresQuery(send: Send, period: Period) {
  return queryOptions({
    queryKey: ['desk-figures', period],
    queryFn: async ({ signal }) => send((await api()).readFigures, { query: { period }, signal }),
    refetchInterval: 60_000,
  })
}
