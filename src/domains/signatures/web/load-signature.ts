import type { LoadContext } from '#kit/web/page.ts'
import { signatureQuery } from './queries.ts'

/** Fetches what the page of a signature shows. */
export function loadSignature({ send, params, prefetch }: LoadContext) {
  return prefetch(signatureQuery(send, params.signatureId!))
}
