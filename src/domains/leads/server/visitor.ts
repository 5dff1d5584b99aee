import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionCookies } from '#domains/session/server/cookies.ts'

const visitorCookie = 'visitor'
const keySeconds = 30 * 24 * 3600
const keyBytes = 32

/**
 * Who a visitor without a session is, by a key that their browser keeps: the hash under which their leads stand. Who has no
 * key yet is nobody, whose leads nobody has.
 */
export function visitorHash(request: FastifyRequest): string | null {
  const key = request.cookies[visitorCookie]
  return key === undefined || key === '' ? null : hashOf(key)
}

/** The same, and whoever has no key yet gets one: for what the visitor themselves begins, never before. */
export function rememberVisitor(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  cookies: Pick<SessionCookies, 'put'>,
): string {
  const known = request.cookies[visitorCookie]
  const key = known === undefined || known === '' ? randomBytes(keyBytes).toString('base64url') : known
  // Kept anew, so that it lives as long as what it opens.
  cookies.put(request, reply, { name: visitorCookie, value: key, seconds: keySeconds })
  return hashOf(key)
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
