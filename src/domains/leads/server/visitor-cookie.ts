import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionCookies } from '#domains/session/server/sessions/cookies.ts'
import { createSecret, hashSecret } from '#kit/server/secrets.ts'

const visitorCookie = 'visitor'

/**
 * Returns the hash of the key that a visitor's browser stores, under which their leads are stored. A visitor without a
 * key has no leads.
 */
export function visitorHashIn(request: FastifyRequest): string | null {
  const key = request.cookies[visitorCookie]
  return key === undefined || key === '' ? null : hashSecret(key)
}

/** Does the same, and creates a key where there is none: only for an action that the visitor begins, never before. */
export function ensureVisitor(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  cookies: Pick<SessionCookies, 'put'>,
): string {
  const existing = request.cookies[visitorCookie]
  const key = existing === undefined || existing === '' ? createSecret() : existing
  // Stored again, so that it lives as long as what it gives access to.
  cookies.put(request, reply, { name: visitorCookie, value: key })
  return hashSecret(key)
}
