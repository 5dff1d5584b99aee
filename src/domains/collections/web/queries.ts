import { queryOptions } from '@tanstack/react-query'
import type { LoadContext } from '#kit/web/page.ts'
import type { Send } from '#kit/web/send.ts'

/** Query for the debts of the customer, and the bills that they pay in parts. A payment invalidates it with the invoices. */
export function debtsQuery(send: Send) {
  return queryOptions({
    queryKey: ['invoices', 'debts'],
    // The call with its schema is loaded on demand: the first page includes its data.
    queryFn: async ({ signal }) => send((await import('../api.ts')).listDebts, { signal }),
  })
}

/** Prefetches the debts. A page is worth showing without them; an upstream server reports none. */
export async function loadDebts({ send, boot, prefetch }: LoadContext) {
  if (!boot.hasUpstream) await prefetch(debtsQuery(send)).catch(() => undefined)
}
