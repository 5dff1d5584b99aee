import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import { endSession, listLooks, listSessions } from '../api.ts'
import type { Actors } from './actors.ts'
import type { EntryNeeds } from './entry.ts'
import { looksAt } from './looks.ts'
import { openSessionsOf, revokeSession } from './session-store.ts'

type Needs = EntryNeeds & { serve: Serve; actors: Actors }

/** The calls by which somebody sees where they are signed in, and ends what they do not know. */
export function ownSessionRoutes({ serve, actors, db, settings, clock }: Needs) {
  const sessionsOf = (userId: number) => openSessionsOf(db, { userId, now: clock(), life: settings.now().session })

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

  serve(listLooks, async ({ actor }) => ({ items: await looksAt(db, actor.userId) }))

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
