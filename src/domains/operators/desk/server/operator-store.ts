import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { insertAccount, removePassword } from '#domains/session/server/accounts/account-changes.ts'
import { deleteCodeApp, deleteRecoveryCodes } from '#domains/session/server/second-factor/second-factor-store.ts'
import { revokeSessionsOf } from '#domains/session/server/sessions/revoke-sessions.ts'
import { findPage, type PageRange } from '#kit/backoffice/server/find-page.ts'
import { searchCondition } from '#kit/backoffice/server/search-condition.ts'
import { isAllowed, type OperatorRole } from '#kit/operator-role.ts'
import { parseId } from '#kit/parse-id.ts'
import { createSecret, hashSecret } from '#kit/server/secrets.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import { type OperatorState, operatorLinkHours } from '../rules.ts'

/** The data of a new operator. */
export type NewOperator = {
  login: string
  name: string
  email: string
  locale: string
  roles: readonly OperatorRole[]
}

type OperatorRow = {
  id: number
  login: string
  name: string
  email: string
  roles: OperatorRole[]
  state: OperatorState
  lastSeenAt: Date | null
}

/** Inserts an operator account, which can sign in only after using a link. Returns undefined if the login is taken. */
export function insertOperator(db: Database, { roles, ...account }: NewOperator): Promise<number | undefined> {
  return insertAccount(db, { ...account, role: 'operator', operator_roles: [...roles] })
}

/** Returns every operator: active, invited and closed. */
export async function findAllOperators(db: Database, now: Date): Promise<OperatorRow[]> {
  const { rows } = await sql<OperatorRow>`select * from ${selectOperators(now)} order by login`.execute(db)
  return rows
}

/** Returns the active operators with one of these roles, and administrators: those to whom something can be assigned. */
export async function findOperatorsWithRole(
  db: Database,
  roles: readonly OperatorRole[],
  now: Date,
): Promise<{ id: number; name: string }[]> {
  const operators = await findAllOperators(db, now)
  return operators
    .filter(({ state, roles: own }) => state === 'active' && isAllowed(own, roles))
    .map(({ id, name }) => ({ id, name }))
}

type OperatorQuery = PageRange & { q: string; state?: OperatorState }

/** Returns a page of operators that match a search and a state, by login. */
export function findOperators(db: Database, { q, state, ...range }: OperatorQuery, now: Date) {
  const selection = {
    columns: sql`*`,
    from: selectOperators(now),
    where: [searchCondition(sql`concat_ws(' ', name, login, email)`, q), ...(state ? [sql`state = ${state}`] : [])],
    orderBy: sql`login`,
  }
  return findPage<OperatorRow>(db, selection, range)
}

const selectOperators = (now: Date) => sql`(
  select user_id as id, login, name, email, operator_roles as roles,
    case
      when exists (select from code_app where code_app.user_id = user_account.user_id and confirmed_at is not null)
        then 'active'
      when exists (
        select from operator_link
        where operator_link.user_id = user_account.user_id and used_at is null and expires_at > ${now}
      ) then 'invited'
      else 'closed'
    end as state,
    (select max(last_seen_at) from session where session.user_id = user_account.user_id) as "lastSeenAt"
  from user_account where role = 'operator'
) as operator`

/** Returns an operator by the id from a URL. */
export async function findOperator(db: Database, id: string) {
  const operatorId = parseId(id)
  if (operatorId === undefined) return undefined
  return db
    .selectFrom('user_account')
    .where('user_id', '=', operatorId)
    .where('role', '=', 'operator')
    .select(['user_id as userId', 'login', 'name', 'email', 'locale'])
    .executeTakeFirst()
}

/** Checks whether the portal has an administrator who can sign in. */
export async function hasAdministrator(db: Database, now: Date): Promise<boolean> {
  const operators = await findAllOperators(db, now)
  return operators.some(({ state, roles }) => state === 'active' && roles.includes('administrator'))
}

/**
 * Creates a link with which an operator sets password and second factor, and invalidates earlier ones. Returns its
 * secret.
 */
export async function createOperatorLink(
  db: Database,
  { userId, now }: { userId: number; now: Date },
): Promise<string> {
  const secret = createSecret()
  await db.deleteFrom('operator_link').where('user_id', '=', userId).execute()
  await db
    .insertInto('operator_link')
    .values({
      link_hash: hashSecret(secret),
      user_id: userId,
      expires_at: new Date(now.getTime() + operatorLinkHours * msPerHour),
    })
    .execute()
  return secret
}

type OperatorLinkSecret = { secret: string; now: Date }

/** Returns the operator of a link, unless it is used, expired or unknown. */
export async function findOperatorByLink(
  db: Database,
  { secret, now }: OperatorLinkSecret,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('operator_link')
    .where('link_hash', '=', hashSecret(secret))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .select('user_id')
    .executeTakeFirst()
  return row?.user_id
}

/** Consumes a link. Returns whether it was still valid; of several concurrent attempts only one succeeds. */
export async function useUpOperatorLink(db: Database, { secret, now }: OperatorLinkSecret): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operator_link')
    .set({ used_at: now })
    .where('link_hash', '=', hashSecret(secret))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes an operator's means of access: password, second factors, links and open sessions. */
export async function revokeOperatorAccess(db: Database, { userId, now }: { userId: number; now: Date }) {
  await removePassword(db, userId)
  await db.deleteFrom('operator_link').where('user_id', '=', userId).execute()
  await deleteCodeApp(db, userId)
  await deleteRecoveryCodes(db, userId)
  await revokeSessionsOf(db, { userId, now })
}
