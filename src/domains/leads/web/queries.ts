import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

/** Returns whether the signed-in user has consented to contact. Loaders of pages with the form prefetch it. */
export function leadConsentQuery(send: Send) {
  return queryOptions({
    queryKey: ['leads', 'consent'],
    // The call with its schema is loaded only for a customer whose page did not include the reply.
    queryFn: async () => send((await import('../api.ts')).readLeadConsent, {}),
  })
}
