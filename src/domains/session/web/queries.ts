import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')

/** Where somebody is signed in. */
export function sessionsQuery(send: Send) {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => (await send((await api()).listSessions, { signal })).items,
  })
}
