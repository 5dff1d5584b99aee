import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { impersonationRoles } from '#domains/session/impersonation-roles.ts'
import { saveRoles } from '#domains/session/server/accounts/account-changes.ts'
import { endImpersonations } from '#domains/session/server/impersonation/impersonations.ts'
import type { OperatorActor } from '#kit/actor.ts'
import { auditChange } from '#kit/backoffice/server/audit-change.ts'
import { isAllowed, type OperatorRole, operatorRoles } from '#kit/operator-role.ts'
import { contentVersionOf, requireExpectedVersion } from '#kit/server/content-version.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { hasOtherAdministrator } from './administrators.ts'
import type { findOperator } from './operator-store.ts'

type Operator = NonNullable<Awaited<ReturnType<typeof findOperator>>>

type SaveRolesInput = {
  operator: Operator
  roles: readonly OperatorRole[]
  /** Version of the roles as loaded. */
  version?: string | undefined
  actor: Pick<OperatorActor, 'userId'>
  request: { id: string }
  now: Date
  roleNames: (locale: Locale, roles: readonly OperatorRole[]) => string
}

/** Returns the roles in storage format: without duplicates, in the declared order. */
export function normalizeRoles(roles: readonly OperatorRole[]): OperatorRole[] {
  return operatorRoles.filter((role) => roles.includes(role))
}

/**
 * Changes the roles of an operator, effective from their next request, and notifies them by mail. Administrators cannot
 * remove that role from themselves, and the last one cannot be removed by anyone.
 */
export async function saveOperatorRoles(
  db: Kysely<DB>,
  { operator, roles, version, actor, request, now, roleNames }: SaveRolesInput,
): Promise<'saved' | 'own_administrator' | 'last_administrator'> {
  const { userId, name, email, locale } = operator
  const after = normalizeRoles(roles)
  return db.transaction().execute(async (db) => {
    const isOtherLeft = await hasOtherAdministrator(db, userId, now)
    const before = await findRoles(db, userId)
    requireExpectedVersion(version, { version: contentVersionOf(before), roles: before })
    if (String(before) === String(after)) return 'saved'
    if (before.includes('administrator') && !after.includes('administrator')) {
      if (userId === actor.userId) return 'own_administrator'
      if (!isOtherLeft) return 'last_administrator'
    }
    await saveRoles(db, userId, after)
    if (!isAllowed(after, impersonationRoles)) await endImpersonations(db, { operatorId: userId, now })
    await auditChange({
      ...{ db, actor, request },
      action: 'operator_roles_changed',
      subject: `user:${userId}`,
      before: { roles: before },
      after: { roles: after },
    })
    const values = { name, roles: roleNames(locale as Locale, after) }
    if (email) await queueMessage(db, { kind: 'desk-operators.rolesChanged', values, userId, link: '/operator' }, now)
    return 'saved'
  })
}

async function findRoles(db: Database, userId: number): Promise<OperatorRole[]> {
  const { operator_roles: roles } = await db
    .selectFrom('user_account')
    .where('user_id', '=', userId)
    .select('operator_roles')
    .executeTakeFirstOrThrow()
  return normalizeRoles(roles as OperatorRole[])
}
