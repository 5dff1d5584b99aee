import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#kit/actor.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { auditedActor } from '../impersonation/audited-actor.ts'
import type { OpenidAuthenticator } from '../openid/openid-authenticator.ts'
import type { Actors } from '../sessions/actors.ts'
import type { SessionCookies } from '../sessions/cookies.ts'
import { revokeSession } from '../sessions/revoke-sessions.ts'
import { sealedProviderTokenOf } from '../sessions/session-store.ts'
import type { SignInDeps } from './sign-in.ts'

type SignOutDeps = Pick<SignInDeps, 'db' | 'clock' | 'upstream'> & {
  actors: Actors
  cookies: SessionCookies
  openid: OpenidAuthenticator
}

/**
 * Ends the session of the requester, if there is one, and clears the cookie. The session of the identity provider ends
 * at the next page. Returns whether there is none.
 */
export async function signOut(
  { db, clock, upstream, actors, cookies, openid }: SignOutDeps,
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  cookies.clearSession(request, reply)
  if (actor.kind !== 'customer') return { isSignedOutAtProvider: true }
  const { sessionId, userId, impersonatorId } = actor
  await revokeSession(db, { sessionId, now: clock() })
  const isSignedOutAtProvider = !(await sealedProviderTokenOf(db, sessionId))
  if (!isSignedOutAtProvider) openid.scheduleProviderSignOut(request, reply, sessionId)
  actors.forget(userId)
  await upstream?.signOut(sessionId, request.id)
  await writeAudit(db, {
    ...auditedActor({ userId, impersonatorId }),
    action: 'logged_out',
    requestId: request.id,
  })
  return { isSignedOutAtProvider }
}
