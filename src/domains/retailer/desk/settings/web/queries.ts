import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

const api = () => import('../api.ts')

export const settingsKey = ['settings']

/** Query for every setting with its current value. */
export function settingsQuery(send: Send) {
  return queryOptions({
    queryKey: settingsKey,
    queryFn: async ({ signal }) => (await send((await api()).listSettings, { signal })).items,
  })
}
