import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'
import { type Communication, readCommunications } from './read-communications.ts'

// The calls with their schemas are fetched only when something is asked for: the first page comes with its answers.
const api = () => import('../api.ts')

/** What whoever is signed in is told by mail. */
export function preferencesQuery(send: Send) {
  return queryOptions({
    queryKey: ['message-preferences'],
    queryFn: async ({ signal }) => send((await api()).readPreferences, { signal }),
  })
}

/** A page of what was sent for a contract. */
export function communicationsQuery(send: Send, contractName: string, page: { offset: number; limit: number }) {
  return queryOptions({
    queryKey: ['communications', contractName, page],
    queryFn: async ({ signal }): Promise<{ items: Communication[]; total: number }> => {
      const sent = { params: { contractName }, query: page, signal }
      const reply = await send((await api()).listCommunications, sent)
      return { items: readCommunications(reply), total: reply.n_items }
    },
  })
}
