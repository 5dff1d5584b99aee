import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionCookies } from '#domains/session/server/cookies.ts'
import { randomSecret, secretHash } from '#kit/server/random-secret.ts'

const visitorCookie = 'visitor'

/**
 * Who a visitor without a session is, by a key that their browser keeps: the hash under which their leads stand. Who has no
 * key yet is nobody, whose leads nobody has.
 */
export function visitorHash(request: FastifyRequest): string | null {
  const key = request.cookies[visitorCookie]
  return key === undefined || key === '' ? null : secretHash(key)
}

/** The same, and whoever has no key yet gets one: for what the visitor themselves begins, never before. */
export function rememberVisitor(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  cookies: Pick<SessionCookies, 'put'>,
): string {
  const known = request.cookies[visitorCookie]
  const key = known === undefined || known === '' ? randomSecret() : known
  // Kept anew, so that it lives as long as what it opens.
  cookies.put(request, reply, { name: visitorCookie, value: key })
  return secretHash(key)
}
