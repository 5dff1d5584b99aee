import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

/** The codes of a customer that may still be used. */
export function couponsQuery(send: Send) {
  return queryOptions({
    queryKey: ['coupons'],
    // The call with its schemas is fetched only when it is asked for: the first page comes with its answers.
    queryFn: async () => send((await import('../api.ts')).listCoupons, { query: {} }),
  })
}
