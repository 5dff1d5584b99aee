import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#kit/actor.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Actors } from './actors.ts'
import { auditedActor } from './audited-actor.ts'
import type { SessionCookies } from './cookies.ts'
import type { EntryNeeds } from './entry.ts'
import type { OpenidDoor } from './openid-door.ts'
import { revokeSession, sealedProviderTokenOf } from './session-store.ts'

type Needs = Pick<EntryNeeds, 'db' | 'clock' | 'upstream'> & {
  actors: Actors
  cookies: SessionCookies
  openid: OpenidDoor
}

/**
 * Ends the session of whoever asks, if there is one, and clears the cookie. That of the identity provider ends at the next
 * page; answers whether there is none.
 */
export async function leave(
  { db, clock, upstream, actors, cookies, openid }: Needs,
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  cookies.clear(request, reply)
  if (actor.kind !== 'customer') return { isLeftElsewhere: true }
  const { sessionId, userId, impersonatorId } = actor
  await revokeSession(db, { sessionId, now: clock() })
  const isLeftElsewhere = !(await sealedProviderTokenOf(db, sessionId))
  if (!isLeftElsewhere) openid.noteEnd(request, reply, sessionId)
  actors.forget(userId)
  await upstream?.leave(sessionId, request.id)
  await writeAudit(db, {
    ...auditedActor({ userId, impersonatorId }),
    action: 'logged_out',
    requestId: request.id,
  })
  return { isLeftElsewhere }
}
