import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

/** Query for what is owed for a contract; null where nothing is. */
export function ownDutiesQuery(send: Send, contract: string) {
  return queryOptions({
    queryKey: ['own-duties', contract],
    queryFn: async ({ signal }) => (await import('./load-own-duties.ts')).loadOwnDuties(send, contract, signal),
  })
}
