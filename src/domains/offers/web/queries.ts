import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

/** Returns the codes of a customer that can still be used. */
export function couponsQuery(send: Send) {
  return queryOptions({
    queryKey: ['coupons'],
    // The call with its schemas is loaded on demand; the first page includes its data.
    queryFn: async () => send((await import('../api.ts')).listCoupons, { query: {} }),
  })
}
