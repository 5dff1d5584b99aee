import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

export const newslettersKey = ['newsletters-kept']

/** Every newsletter. */
export function newslettersQuery(send: Send) {
  return queryOptions({
    queryKey: newslettersKey,
    queryFn: async ({ signal }) => {
      const { listNewslettersKept } = await import('../api.ts')
      return send(listNewslettersKept, { signal })
    },
  })
}
