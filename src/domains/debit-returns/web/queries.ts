import { queryOptions } from '@tanstack/react-query'
import type { LoadContext } from '#kit/web/page.ts'
import type { Send } from '#kit/web/send.ts'

/** Query for the returned debits whose invoices are owed. A payment invalidates it with the invoices. */
export function returnedDebitsQuery(send: Send) {
  return queryOptions({
    queryKey: ['invoices', 'returned-debits'],
    // The call with its schema is loaded on demand: the first page includes its data.
    queryFn: async ({ signal }) => (await send((await import('../api.ts')).listReturnedDebits, { signal })).items,
  })
}

/** Prefetches the returned debits. A page is worth showing without them; an upstream server reports none. */
export async function loadReturnedDebits({ send, boot, prefetch }: LoadContext) {
  if (!boot.hasUpstream) await prefetch(returnedDebitsQuery(send)).catch(() => undefined)
}
