import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { OperatorRole } from '#kit/operator-role.ts'
import { isUnwritable } from '#kit/server/database-fault.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import { impersonationRoles } from '../../impersonation-roles.ts'
import type { Role } from '../accounts/account-store.ts'

export type SessionLifetime = { idleMinutes: number; absoluteHours: number }

export type OpenSession = {
  sessionId: string
  userId: number
  role: Role
  /** The roles of an operator. Empty for a customer's session. */
  operatorRoles: OperatorRole[]
  customerIds: number[]
  readonly: boolean
  /** The session of the operator who impersonates this user, and the operator's user id. */
  operatorSessionId: string | null
  impersonatorId: number | null
  locale: string
  authenticatedAt: Date
  lastSeenAt: Date
  expiresAt: Date
  mustChangePassword: boolean
  hasSecondFactor: boolean
  hasLargePrint: boolean
}

/** A session to open. By default it is authenticated now and ends after the absolute lifetime. */
export type NewSession = {
  userId: number
  readonly?: boolean
  operatorSessionId?: string | null
  authenticatedAt?: Date
  expiresAt?: Date
  device?: string | null
  sealedProviderToken?: string | null
  now: Date
  lifetime: SessionLifetime
}

const touchSeconds = 60

export async function openSession(
  db: Database,
  {
    userId,
    readonly = false,
    operatorSessionId = null,
    device = null,
    sealedProviderToken = null,
    now,
    lifetime,
    authenticatedAt = now,
    expiresAt = absoluteEnd(now, lifetime),
  }: NewSession,
): Promise<{ sessionId: string; expiresAt: Date }> {
  const sessionId = randomUUID()
  await db
    .insertInto('session')
    .values({
      session_id: sessionId,
      user_id: userId,
      readonly,
      operator_session_id: operatorSessionId,
      device,
      sealed_provider_token: sealedProviderToken,
      opened_at: now,
      authenticated_at: authenticatedAt,
      last_seen_at: now,
      expires_at: expiresAt,
    })
    .execute()
  return { sessionId, expiresAt }
}

/**
 * Returns the session with its user and holders, unless it was revoked, left idle or has expired. An impersonation ends
 * with the operator's own session, and when they lose the permission.
 */
export async function findOpenSession(
  db: Database,
  { sessionId, now, lifetime }: { sessionId: string; now: Date; lifetime: SessionLifetime },
): Promise<OpenSession | undefined> {
  const row = await selectSessions(db)
    .where('session.session_id', '=', sessionId)
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', now)
    .where('session.last_seen_at', '>', idleCutoff(now, lifetime))
    .where((row) =>
      row.or([
        row('session.operator_session_id', 'is', null),
        row.and([
          row('operators.revoked_at', 'is', null),
          row('operators.expires_at', '>', now),
          sql<boolean>`impersonator.operator_roles && ${[...impersonationRoles, 'administrator']}::text[]`,
        ]),
      ]),
    )
    .executeTakeFirst()
  return row && toOpenSession(row)
}

function selectSessions(db: Database) {
  return db
    .selectFrom('session')
    .innerJoin('user_account', 'user_account.user_id', 'session.user_id')
    .leftJoin('session as operators', 'operators.session_id', 'session.operator_session_id')
    .leftJoin('user_account as impersonator', 'impersonator.user_id', 'operators.user_id')
    .select([
      'session.session_id',
      'session.user_id',
      'user_account.role',
      'user_account.operator_roles',
      'session.readonly',
      'session.operator_session_id',
      'operators.user_id as impersonator_id',
      'user_account.locale',
      'session.authenticated_at',
      'session.last_seen_at',
      'session.expires_at',
      'user_account.must_change_password',
    ])
    .select(sql<boolean>`'large_print' = any(user_account.document_formats)`.as('has_large_print'))
    .select(
      sql<number[]>`array(select customer_id from user_customer where user_id = session.user_id order by 1)`.as(
        'customer_ids',
      ),
    )
    .select(hasSecondFactorSql(sql.ref('session.user_id')).as('has_second_factor'))
}

type SessionRow = Awaited<ReturnType<ReturnType<typeof selectSessions>['executeTakeFirstOrThrow']>>

function toOpenSession(row: SessionRow): OpenSession {
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    role: row.role as Role,
    operatorRoles: row.operator_roles as OperatorRole[],
    customerIds: row.customer_ids,
    readonly: row.readonly,
    operatorSessionId: row.operator_session_id,
    impersonatorId: row.impersonator_id,
    locale: row.locale,
    authenticatedAt: row.authenticated_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
    mustChangePassword: row.must_change_password,
    hasSecondFactor: row.has_second_factor,
    hasLargePrint: row.has_large_print,
  }
}

/** Checks whether a user has a second factor. */
export async function hasSecondFactor(db: Database, userId: number): Promise<boolean> {
  const { rows } = await sql<{
    is_guarded: boolean
  }>`select ${hasSecondFactorSql(sql`${userId}`)} as is_guarded`.execute(db)
  return rows[0]!.is_guarded
}

/** Records that the user of a session has just re-authenticated. */
export async function recordReauthentication(db: Database, { sessionId, now }: { sessionId: string; now: Date }) {
  await db.updateTable('session').set({ authenticated_at: now }).where('session_id', '=', sessionId).execute()
}

/** Records that a session is in use, at most once a minute, so that reads remain reads. */
export async function touchSession(db: Database, { session, now }: { session: OpenSession; now: Date }) {
  if (now.getTime() - session.lastSeenAt.getTime() < touchSeconds * 1000) return
  try {
    await db.updateTable('session').set({ last_seen_at: now }).where('session_id', '=', session.sessionId).execute()
  } catch (error) {
    // While the database is read-only, signed-in users can still read.
    if (!isUnwritable(error)) throw error
  }
}

/** Returns the encrypted token by which the identity provider knows a session, also if it has just ended. */
export async function sealedProviderTokenOf(db: Database, sessionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('session')
    .select('sealed_provider_token')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row?.sealed_provider_token ?? null
}

/** Returns the open sessions of a user, last used first. */
export function openSessionsOf(
  db: Database,
  { userId, now, lifetime }: { userId: number; now: Date; lifetime: Pick<SessionLifetime, 'idleMinutes'> },
) {
  return db
    .selectFrom('session')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', idleCutoff(now, lifetime))
    .select(['session_id as sessionId', 'device', 'readonly', 'opened_at as openedAt', 'last_seen_at as lastSeenAt'])
    .orderBy('last_seen_at', 'desc')
    .orderBy('session_id')
    .execute()
}

function hasSecondFactorSql(userId: RawBuilder<unknown>) {
  return sql<boolean>`(
    exists (select from code_app where user_id = ${userId} and confirmed_at is not null)
    or exists (select from passkey where user_id = ${userId})
  )`
}

function idleCutoff(now: Date, { idleMinutes }: Pick<SessionLifetime, 'idleMinutes'>): Date {
  return new Date(now.getTime() - idleMinutes * 60_000)
}

function absoluteEnd(now: Date, { absoluteHours }: SessionLifetime): Date {
  return new Date(now.getTime() + absoluteHours * msPerHour)
}
