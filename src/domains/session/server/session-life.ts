import type { CustomerActor } from '#kit/actor.ts'
import type { SessionLife } from '../api.ts'
import type { EntryNeeds } from './entry.ts'
import { findOpenSession, type OpenSession, touchSession } from './session-store.ts'

type Needs = Pick<EntryNeeds, 'db' | 'settings' | 'clock'>

/** How long the session of an actor still lasts. It may have ended since the actor was let through: then no longer at all. */
export async function lifeOf({ db, settings, clock }: Needs, { sessionId }: CustomerActor): Promise<SessionLife> {
  const now = clock()
  const { session: life } = settings.now()
  const session = await findOpenSession(db, { sessionId, now, life })
  return session ? leftOf(session, life.idleMinutes, now) : { seconds_left: 0, can_stay: false }
}

/** Begins the idle life anew, however lately that was done, and answers how long the session lasts then. */
export async function stay(needs: Needs, actor: CustomerActor): Promise<SessionLife> {
  const { db, settings, clock } = needs
  const now = clock()
  const session = await findOpenSession(db, { sessionId: actor.sessionId, now, life: settings.now().session })
  if (session) await touchSession(db, { session, now })
  return lifeOf(needs, actor)
}

function leftOf({ lastSeenAt, expiresAt }: OpenSession, idleMinutes: number, now: Date): SessionLife {
  const idleMs = lastSeenAt.getTime() + idleMinutes * 60_000 - now.getTime()
  const absoluteMs = expiresAt.getTime() - now.getTime()
  return { seconds_left: Math.floor(Math.min(idleMs, absoluteMs) / 1000), can_stay: idleMs < absoluteMs }
}
