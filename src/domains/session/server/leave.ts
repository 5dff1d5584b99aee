import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#kit/actor.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Actors } from './actors.ts'
import type { SessionCookies } from './cookies.ts'
import type { EntryNeeds } from './entry.ts'
import { revokeSession } from './session-store.ts'

type Needs = Pick<EntryNeeds, 'db' | 'clock'> & { actors: Actors; cookies: SessionCookies }

/** Ends the session of whoever asks, if there is one, and clears the cookie. */
export async function leave(
  { db, clock, actors, cookies }: Needs,
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (actor.kind === 'customer') {
    const { sessionId, userId } = actor
    await revokeSession(db, { sessionId, now: clock() })
    actors.forget(userId)
    await writeAudit(db, { action: 'logged_out', actorUserId: userId, requestId: request.id })
  }
  cookies.clear(request, reply)
}
