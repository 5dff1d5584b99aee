import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { thatHoldsWords } from '#desks/common/server/that-holds-words.ts'
import { dropRecoveryCodes, removeCodeApp } from '#domains/session/server/second-factor-store.ts'
import { revokeSessionsOf } from '#domains/session/server/session-store.ts'
import type { OperatorRole } from '#kit/operator-role.ts'
import { randomSecret, secretHash } from '#kit/server/random-secret.ts'
import { linkHours, type OperatorState } from '../rules.ts'

/** Who becomes an operator. */
export type NewOperator = {
  login: string
  name: string
  email: string
  locale: string
  roles: readonly OperatorRole[]
}

type Listed = {
  id: number
  login: string
  name: string
  email: string
  roles: OperatorRole[]
  state: OperatorState
  lastSeenAt: Date | null
}

/** Makes the account of an operator, who comes in only after using a link; undefined where the log-in is somebody's already. */
export async function addOperator(
  db: Database,
  { login, name, email, locale, roles }: NewOperator,
): Promise<number | undefined> {
  const row = await db
    .insertInto('user_account')
    .values({
      login: login.toLowerCase(),
      name,
      email,
      locale,
      role: 'operator',
      operator_roles: [...roles],
      password_hash: 'none',
    })
    .onConflict((conflict) => conflict.column('login').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row?.user_id
}

/** Every operator: whoever is let in, waits with a link, or is let in no more. */
export async function operatorsOf(db: Database, now: Date): Promise<Listed[]> {
  const { rows } = await sql<Listed>`select * from ${everyOperator(now)} order by login`.execute(db)
  return rows
}

type Wanted = { q: string; state?: OperatorState; offset: number; limit: number }

/** A page of the operators who are called so and stand so, by log-in. */
export async function operatorsFound(
  db: Database,
  { q, state, offset, limit }: Wanted,
  now: Date,
): Promise<{ items: Listed[]; total: number }> {
  const { rows } = await sql<Listed & { total: number }>`
    select *, count(*) over ()::integer as total from ${everyOperator(now)}
    where ${thatHoldsWords(sql`concat_ws(' ', name, login, email)`, q)} and ${state ? sql`state = ${state}` : sql`true`}
    order by login limit ${limit} offset ${offset}`.execute(db)
  return { items: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

const everyOperator = (now: Date) => sql`(
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

/** An operator by the number in an address. */
export async function findOperator(db: Database, id: string) {
  return db
    .selectFrom('user_account')
    .where(sql`user_id::text`, '=', id)
    .where('role', '=', 'operator')
    .select(['user_id as userId', 'login', 'name', 'email', 'locale'])
    .executeTakeFirst()
}

/** Whether somebody keeps this portal as its administrator who can come in. */
export async function hasAdministrator(db: Database, now: Date): Promise<boolean> {
  const operators = await operatorsOf(db, now)
  return operators.some(({ state, roles }) => state === 'active' && roles.includes('administrator'))
}

/** Makes the link by which an operator chooses password and second factor; those from before are over. Answers its secret. */
export async function makeOperatorLink(db: Database, { userId, now }: { userId: number; now: Date }): Promise<string> {
  const secret = randomSecret()
  await db.deleteFrom('operator_link').where('user_id', '=', userId).execute()
  await db
    .insertInto('operator_link')
    .values({
      link_hash: secretHash(secret),
      user_id: userId,
      expires_at: new Date(now.getTime() + linkHours * 3_600_000),
    })
    .execute()
  return secret
}

type Opened = { secret: string; now: Date }

/** Whose link it is, unless it was used, has ended or was never made. */
export async function operatorOfLink(db: Database, { secret, now }: Opened): Promise<number | undefined> {
  const row = await db
    .selectFrom('operator_link')
    .where('link_hash', '=', secretHash(secret))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .select('user_id')
    .executeTakeFirst()
  return row?.user_id
}

/** Uses a link up; answers whether it could still be used, which of several who try at once only one is told. */
export async function spendOperatorLink(db: Database, { secret, now }: Opened): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operator_link')
    .set({ used_at: now })
    .where('link_hash', '=', secretHash(secret))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes away what an operator comes in by: password, second factors, links and open sessions. */
export async function shutOut(db: Database, { userId, now }: { userId: number; now: Date }) {
  await db.updateTable('user_account').set({ password_hash: 'none' }).where('user_id', '=', userId).execute()
  await db.deleteFrom('operator_link').where('user_id', '=', userId).execute()
  await removeCodeApp(db, userId)
  await dropRecoveryCodes(db, userId)
  await revokeSessionsOf(db, { userId, now })
}
