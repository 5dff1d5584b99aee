import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

/** Whether who is signed in has agreed to be contacted; loaders of pages with the form ask it beforehand. */
export function leadConsentQuery(send: Send) {
  return queryOptions({
    queryKey: ['leads', 'consent'],
    // The call with its schema is fetched only for a customer whose page did not come with the answer.
    queryFn: async () => send((await import('../api.ts')).readLeadConsent, {}),
  })
}
