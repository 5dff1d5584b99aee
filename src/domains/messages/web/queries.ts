import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

// The calls with their schemas are loaded on demand; the first page includes its data.
const api = () => import('../api.ts')

/** Returns the query for the notification preferences of the signed-in user. */
export function preferencesQuery(send: Send) {
  return queryOptions({
    queryKey: ['message-preferences'],
    queryFn: async ({ signal }) => send((await api()).readPreferences, { signal }),
  })
}
