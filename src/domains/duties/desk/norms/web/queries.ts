import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

export const normsKey = ['norms']

/** Query for every norm over time. */
export function normsQuery(send: Send) {
  return queryOptions({
    queryKey: normsKey,
    queryFn: async ({ signal }) => send((await import('../api.ts')).listNorms, { signal }),
  })
}
