import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { Actors } from '#domains/session/server/sessions/actors.ts'
import { auditChange } from '#kit/backoffice/server/audit-change.ts'
import type { OperatorRole } from '#kit/operator-role.ts'
import { contentVersionOf } from '#kit/server/content-version.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { closeOperator, inviteOperator, listOperators, reinviteOperator, saveRoles } from '../api.ts'
import { hasOtherAdministrator } from './administrators.ts'
import { sendOperatorLink } from './operator-links.ts'
import { findOperator, findOperators, insertOperator, revokeOperatorAccess } from './operator-store.ts'
import { normalizeRoles, saveOperatorRoles } from './save-operator-roles.ts'

type OperatorAccessRouteDeps = {
  serve: Serve
  db: Kysely<DB>
  actors: Actors
  encryptionKeys: KeyRing
  clock: () => Date
  /** Returns the names of roles in a language. */
  roleNames: (locale: Locale, roles: readonly OperatorRole[]) => string
}

/** Registers the routes for operator accounts and their roles. */
export function operatorAccessRoutes({ serve, db, actors, encryptionKeys, clock, roleNames }: OperatorAccessRouteDeps) {
  serve(listOperators, async ({ query }) => {
    const { items, total } = await findOperators(db, query, clock())
    return {
      items: items.map(({ lastSeenAt, roles: stored, ...operator }) => {
        const roles = normalizeRoles(stored)
        return { ...operator, roles, version: contentVersionOf(roles), last_seen_at: lastSeenAt?.toISOString() ?? null }
      }),
      total,
    }
  })

  serve(inviteOperator, async ({ actor, body: { login, name, email, roles: requestedRoles }, request }, refuse) => {
    const now = clock()
    const roles = normalizeRoles(requestedRoles)
    const id = await db.transaction().execute(async (db) => {
      const userId = await insertOperator(db, { login, name, email, locale: actor.locale, roles })
      if (userId === undefined) throw refuse('login_taken')
      await sendOperatorLink(db, { userId, name, encryptionKeys, now })
      await auditChange({ db, actor, request, action: 'operator_invited', subject: `user:${userId}`, after: { roles } })
      return userId
    })
    return { id }
  })

  serve(reinviteOperator, {
    find: ({ params }) => findOperator(db, params.id),
    act: async ({ actor, subject: { userId, name }, request }, refuse) => {
      if (userId === actor.userId) throw refuse('own_account')
      const now = clock()
      await db.transaction().execute(async (db) => {
        if (!(await hasOtherAdministrator(db, userId, now))) throw refuse('last_administrator')
        await revokeOperatorAccess(db, { userId, now })
        await sendOperatorLink(db, { userId, name, encryptionKeys, now })
        await auditChange({ db, actor, request, action: 'operator_invited', subject: `user:${userId}` })
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
        await revokeOperatorAccess(db, { userId, now })
        await auditChange({ db, actor, request, action: 'operator_closed', subject: `user:${userId}` })
      })
      actors.forget(userId)
      return undefined
    },
  })

  serve(saveRoles, {
    find: ({ params }) => findOperator(db, params.id),
    act: async ({ actor, subject: operator, body, request }, refuse) => {
      const by = { actor, request, now: clock(), roleNames }
      const outcome = await saveOperatorRoles(db, { operator, ...body, ...by })
      if (outcome !== 'saved') throw refuse(outcome)
      return undefined
    },
  })
}
