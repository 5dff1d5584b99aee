import type { CustomerActor } from '#kit/actor.ts'
import type { SessionExpiry } from '../../own-sessions-api.ts'
import type { SignInDeps } from '../sign-in/sign-in.ts'
import { findOpenSession, type OpenSession, touchSession } from './session-store.ts'

type SessionExpiryDeps = Pick<SignInDeps, 'db' | 'settings' | 'clock'>

/** Returns how long the session of an actor still lasts: 0 if it has ended since the actor was authenticated. */
export async function sessionExpiryOf(
  { db, settings, clock }: SessionExpiryDeps,
  { sessionId }: CustomerActor,
): Promise<SessionExpiry> {
  const now = clock()
  const { session: lifetime } = settings.now()
  const session = await findOpenSession(db, { sessionId, now, lifetime })
  return session ? remainingOf(session, lifetime.idleMinutes, now) : { seconds_left: 0, can_stay: false }
}

/** Restarts the idle period, however recently that was done, and returns how long the session lasts then. */
export async function extendSession(deps: SessionExpiryDeps, actor: CustomerActor): Promise<SessionExpiry> {
  const { db, settings, clock } = deps
  const now = clock()
  const session = await findOpenSession(db, { sessionId: actor.sessionId, now, lifetime: settings.now().session })
  if (session) await touchSession(db, { session, now })
  return sessionExpiryOf(deps, actor)
}

function remainingOf({ lastSeenAt, expiresAt }: OpenSession, idleMinutes: number, now: Date): SessionExpiry {
  const idleMs = lastSeenAt.getTime() + idleMinutes * 60_000 - now.getTime()
  const absoluteMs = expiresAt.getTime() - now.getTime()
  return { seconds_left: Math.floor(Math.min(idleMs, absoluteMs) / 1000), can_stay: idleMs < absoluteMs }
}
