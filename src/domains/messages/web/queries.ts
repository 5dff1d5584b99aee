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

/** What was sent for a contract. */
export function communicationsQuery(send: Send, contractName: string) {
  return queryOptions({
    queryKey: ['communications', contractName],
    queryFn: async ({ signal }): Promise<Communication[]> =>
      readCommunications(await send((await api()).listCommunications, { params: { contractName }, signal })),
  })
}
