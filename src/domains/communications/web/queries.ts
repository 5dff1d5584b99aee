import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'
import { type Communication, toCommunications } from './to-communications.ts'

// The calls with their schemas are loaded only when something is requested: the first page comes with its data.
const api = () => import('../api.ts')

/** Returns the query for a page of what was sent for a contract. */
export function communicationsQuery(send: Send, contractName: string, page: { offset: number; limit: number }) {
  return queryOptions({
    queryKey: ['communications', contractName, page],
    queryFn: async ({ signal }): Promise<{ items: Communication[]; total: number }> => {
      const sent = { params: { contractName }, query: page, signal }
      const reply = await send((await api()).listCommunications, sent)
      return { items: toCommunications(reply), total: reply.n_items }
    },
  })
}
