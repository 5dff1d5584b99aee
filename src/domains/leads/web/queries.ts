import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'
import { readLeadConsent } from '../api.ts'

/** Whether who is signed in has agreed to be contacted; loaders of pages with the form ask it beforehand. */
export function leadConsentQuery(send: Send) {
  return queryOptions({ queryKey: ['leads', 'consent'], queryFn: () => send(readLeadConsent, {}) })
}
