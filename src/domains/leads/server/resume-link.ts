import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionCookies } from '#domains/session/server/sessions/cookies.ts'
import { decryptText, encryptText } from '#kit/server/encrypted-text.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { hashSecret } from '#kit/server/secrets.ts'

/** The name of a link's secret in the browser: first in the address of the mail, then in a cookie. */
export const resumeParamName = 'resume_link'

const encryptedParamName = 'resume'

/** The pages on which a lead is continued, in key form. */
const resumePages = {
  electricity: '/new-electricity-customer',
  gas: '/new-gas-customer',
  dual: '/new-dual-customer',
} as const
type ResumableKind = keyof typeof resumePages

/** Hashes a secret for a lead. The hash is specific to leads: a secret of another kind never has the same one. */
export function hashResumeSecret(secret: string): string {
  return hashSecret(`lead:${secret}`)
}

/** Returns the hash of the link that this browser came by, if any. */
export function resumeHashIn(request: FastifyRequest): string | null {
  const secret = request.cookies[resumeParamName]
  return secret ? hashResumeSecret(secret) : null
}

/** Stores a link's secret in the browser beside its visitor's key, for as long as a lead lives. */
export function storeResumeSecret(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  cookies: Pick<SessionCookies, 'put'>,
  secret: string,
) {
  cookies.put(request, reply, { name: resumeParamName, value: secret })
}

/** Returns a link for the outbox, with its secret encrypted until the mail is written. */
export function encryptResumeLink(kind: ResumableKind, secret: string, encryptionKeys: KeyRing): `/${string}` {
  return `${resumePages[kind]}?${encryptedParamName}=${encryptText(secret, encryptionKeys)}`
}

/** Returns a link of the outbox as its reader needs it; any other link is returned unchanged. */
export function decryptResumeLink(link: string, encryptionKeys: KeyRing): string {
  const [path = '', query] = link.split('?')
  const isResumePath = (Object.values(resumePages) as string[]).includes(path)
  const encrypted = isResumePath && new URLSearchParams(query).get(encryptedParamName)
  const secret = encrypted && decryptText(encrypted, encryptionKeys)
  return secret ? `${path}?${resumeParamName}=${secret}` : link
}
