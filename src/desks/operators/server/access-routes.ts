import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import type { KeyRing } from '#domains/session/server/keys/key-ring.ts'
import type { OperatorActor } from '#kit/actor.ts'
import type { Locale } from '#kit/locale.ts'
import type { OperatorRole } from '#kit/operator-role.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { versionOf } from '#kit/server/content-version.ts'
import type { Serve } from '#kit/server/serve.ts'
import { closeOperator, inviteOperator, inviteOperatorAgain, listOperators, saveRoles } from '../api.ts'
import { hasOtherAdministrator } from './administrators.ts'
import { mailLink } from './invite.ts'
import { addOperator, findOperator, operatorsFound, shutOut } from './operator-store.ts'
import { normalizedRoles, saveOperatorRoles } from './save-roles.ts'

type OperatorAccessRouteDeps = {
  serve: Serve
  db: Kysely<DB>
  actors: Actors
  sealingKeys: KeyRing
  clock: () => Date
  /** The names of roles in a language. */
  roleNames: (locale: Locale, roles: readonly OperatorRole[]) => string
}

/** Who may come in as an operator, and what they may do there. */
export function operatorAccessRoutes({ serve, db, actors, sealingKeys, clock, roleNames }: OperatorAccessRouteDeps) {
  serve(listOperators, async ({ query }) => {
    const { items, total } = await operatorsFound(db, query, clock())
    return {
      items: items.map(({ lastSeenAt, roles: stored, ...operator }) => {
        const roles = normalizedRoles(stored)
        return { ...operator, roles, version: versionOf(roles), last_seen_at: lastSeenAt?.toISOString() ?? null }
      }),
      total,
    }
  })

  serve(inviteOperator, async ({ actor, body: { login, name, email, roles: given }, request }, refuse) => {
    const now = clock()
    const roles = normalizedRoles(given)
    const id = await db.transaction().execute(async (db) => {
      const userId = await addOperator(db, { login, name, email, locale: actor.locale, roles })
      if (userId === undefined) throw refuse('login_taken')
      await mailLink(db, { userId, name, sealingKeys, now })
      await audit(db, 'operator_invited', { actor, userId, requestId: request.id, after: { roles } })
      return userId
    })
    return { id }
  })

  serve(inviteOperatorAgain, {
    find: ({ params }) => findOperator(db, params.id),
    act: async ({ actor, subject: { userId, name }, request }, refuse) => {
      if (userId === actor.userId) throw refuse('own_account')
      const now = clock()
      await db.transaction().execute(async (db) => {
        if (!(await hasOtherAdministrator(db, userId, now))) throw refuse('last_administrator')
        await shutOut(db, { userId, now })
        await mailLink(db, { userId, name, sealingKeys, now })
        await audit(db, 'operator_invited', { actor, userId, requestId: request.id })
      })
      actors.forget(userId)
      return undefined
    },
  })

  serve(closeOperator, {
    find: ({ params }) => findOperator(db, params.id),
    act: async ({ actor, subject: { userId }, request }, refuse) => {
      if (userId === actor.userId) throw refuse('own_account')
      const now = clock()
      await db.transaction().execute(async (db) => {
        if (!(await hasOtherAdministrator(db, userId, now))) throw refuse('last_administrator')
        await shutOut(db, { userId, now })
        await audit(db, 'operator_closed', { actor, userId, requestId: request.id })
      })
      actors.forget(userId)
      return undefined
    },
  })

  serve(saveRoles, {
    find: ({ params }) => findOperator(db, params.id),
    act: async ({ actor, subject: operator, body, request }, refuse) => {
      const by = { actor, requestId: request.id, now: clock(), roleNames }
      const outcome = await saveOperatorRoles(db, { operator, ...body, ...by })
      if (outcome !== 'saved') throw refuse(outcome)
      return undefined
    },
  })
}

type AuditInput = { actor: OperatorActor; userId: number; requestId: string; after?: object }

function audit(db: Database, action: string, { actor, userId, requestId, after }: AuditInput) {
  return writeAudit(db, { action, actorUserId: actor.userId, subject: `user:${userId}`, after, requestId })
}
