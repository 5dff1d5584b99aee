import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionCookies } from '#domains/session/server/cookies.ts'
import type { KeyRing } from '#domains/session/server/keys/key-ring.ts'
import { seal, unseal } from '#domains/session/server/sealed-text.ts'
import { secretHash } from '#kit/server/random-secret.ts'

/** What the secret of a link is called where a browser brings it: in the address of the mail, and then in a cookie. */
export const resumeName = 'resume_link'

const sealedName = 'resume'

/** The pages that a lead is gone on with on, in key form. */
const resumePages = {
  electricity: '/new-electricity-customer',
  gas: '/new-gas-customer',
  dual: '/new-dual-customer',
} as const
type Resumed = keyof typeof resumePages

/** Under which a lead keeps a secret, and of nothing else: a secret of another kind never has the hash of a lead. */
export function resumeHashOf(secret: string): string {
  return secretHash(`lead:${secret}`)
}

/** The hash of the link that this browser came by, if it did. */
export function broughtResumeHash(request: FastifyRequest): string | null {
  const secret = request.cookies[resumeName]
  return secret ? resumeHashOf(secret) : null
}

/** Lets the browser keep a link's secret beside its visitor's key, for as long as a lead lives. */
export function keepResumeSecret(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  cookies: Pick<SessionCookies, 'put'>,
  secret: string,
) {
  cookies.put(request, reply, { name: resumeName, value: secret })
}

/** A link as the outbox keeps it: its secret is encrypted until the mail is written. */
export function sealedResumeLink(resumed: Resumed, secret: string, sealingKeys: KeyRing): `/${string}` {
  return `${resumePages[resumed]}?${sealedName}=${seal(secret, sealingKeys)}`
}

/** A link of the outbox as its reader is to have it; one of another kind stays as it is. */
export function openedResumeLink(link: string, sealingKeys: KeyRing): string {
  const [path = '', query] = link.split('?')
  const isResumed = (Object.values(resumePages) as string[]).includes(path)
  const sealed = isResumed && new URLSearchParams(query).get(sealedName)
  const secret = sealed && unseal(sealed, sealingKeys)
  return secret ? `${path}?${resumeName}=${secret}` : link
}
