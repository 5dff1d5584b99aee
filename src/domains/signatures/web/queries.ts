import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

// The calls with their schemas are loaded on demand; the first page includes its data.
const api = () => import('../api.ts')

// A signature that was requested a moment ago must be listed, while one page view still reads the list once.
const pendingFreshSeconds = 5

export const signaturesKey = ['signatures']

/** Query for a document to sign. @throws Refused 404 when the customer has none by this id. */
export function signatureQuery(send: Send, signatureId: string) {
  return queryOptions({
    queryKey: [...signaturesKey, signatureId],
    queryFn: async ({ signal }) => send((await api()).readSignature, { params: { signatureId }, signal }),
  })
}

/** Query for the pending signatures, oldest first. */
export function pendingSignaturesQuery(send: Send) {
  return queryOptions({
    queryKey: [...signaturesKey, 'pending'],
    queryFn: async ({ signal }) => (await send((await api()).listSignatures, { signal })).items,
    staleTime: pendingFreshSeconds * 1000,
  })
}
