import type { LoadContext } from '#kit/web/page.ts'
import { pendingSignaturesQuery, signatureQuery } from './queries.ts'

/** Fetches what the page of a signature shows. */
export function loadSignature({ send, params, prefetch }: LoadContext) {
  return prefetch(signatureQuery(send, params.signatureId!))
}

/** Fetches what waits to be signed, for a page that points at it: that this fails keeps nobody from the page. */
export async function loadPendingSignatures({ send, prefetch }: LoadContext) {
  await prefetch(pendingSignaturesQuery(send)).catch(() => undefined)
}
