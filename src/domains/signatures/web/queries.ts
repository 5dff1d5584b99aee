import { queryOptions } from '@tanstack/react-query'
import type { Send } from '#kit/web/send.ts'

// The calls with their schemas are fetched only when something is asked for: the first page comes with its answers.
const api = () => import('../api.ts')

// What was asked for a moment ago is already to be pointed at.
const pendingFreshSeconds = 5

export const signaturesKey = ['signatures']

/** A document to sign. @throws Refused 404 when nothing by this id is the customer's. */
export function signatureQuery(send: Send, signatureId: string) {
  return queryOptions({
    queryKey: [...signaturesKey, signatureId],
    queryFn: async ({ signal }) => send((await api()).readSignature, { params: { signatureId }, signal }),
  })
}

/** What waits to be signed, the oldest first. */
export function pendingSignaturesQuery(send: Send) {
  return queryOptions({
    queryKey: [...signaturesKey, 'pending'],
    queryFn: async ({ signal }) => (await send((await api()).listSignatures, { signal })).items,
    staleTime: pendingFreshSeconds * 1000,
  })
}
