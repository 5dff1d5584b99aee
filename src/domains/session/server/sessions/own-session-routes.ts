import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import { endSession, listImpersonations, listSessions } from '../../own-sessions-api.ts'
import { impersonationsOf } from '../impersonation/impersonations.ts'
import type { SignInDeps } from '../sign-in/sign-in.ts'
import type { Actors } from './actors.ts'
import { revokeSession } from './revoke-sessions.ts'
import { openSessionsOf } from './session-store.ts'

type OwnSessionRouteDeps = SignInDeps & { serve: Serve; actors: Actors }

/** Registers the calls by which users list their sessions, and end those they do not recognise. */
export function ownSessionRoutes({ serve, actors, db, settings, clock }: OwnSessionRouteDeps) {
  const sessionsOf = (userId: number) => openSessionsOf(db, { userId, now: clock(), lifetime: settings.now().session })

  serve(listSessions, async ({ actor }) => {
    const sessions = await sessionsOf(actor.userId)
    const items = sessions.map(({ sessionId, device, openedAt, lastSeenAt, readonly }) => ({
      id: sessionId,
      device,
      opened_at: openedAt.toISOString(),
      last_used_at: lastSeenAt.toISOString(),
      readonly,
      is_current: sessionId === actor.sessionId,
    }))
    return { items }
  })

  serve(listImpersonations, async ({ actor }) => ({ items: await impersonationsOf(db, actor.userId) }))

  serve(endSession, {
    find: async ({ actor, params }) =>
      (await sessionsOf(actor.userId)).find(({ sessionId }) => sessionId === params.id),
    act: async ({ actor, subject, request }) => {
      await revokeSession(db, { sessionId: subject.sessionId, now: clock() })
      actors.forget(actor.userId)
      await writeAudit(db, { action: 'session_ended', actorUserId: actor.userId, requestId: request.id })
      return undefined
    },
  })
}
