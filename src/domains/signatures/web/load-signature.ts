import type { LoadContext } from '#kit/web/page.ts'
import { pendingSignaturesQuery, signatureQuery } from './queries.ts'

/** Prefetches a document to sign. */
export function loadSignature({ send, params, prefetch }: LoadContext) {
  return prefetch(signatureQuery(send, params.signatureId!))
}

/** Prefetches the pending signatures for a page that links to them. Its failure does not block the page. */
export async function loadPendingSignatures({ send, prefetch }: LoadContext) {
  await prefetch(pendingSignaturesQuery(send)).catch(() => undefined)
}
