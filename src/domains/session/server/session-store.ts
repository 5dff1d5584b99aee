import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { OperatorRole } from '#kit/operator-role.ts'
import { isUnwritable } from '#kit/server/database-fault.ts'
import { impersonationRoles } from '../impersonation-roles.ts'
import { revokeAccessTokensOf } from './access-token-store.ts'
import type { Role } from './account-store.ts'
import { endOutstandingLinks } from './end-outstanding-links.ts'

export type SessionLife = { idleMinutes: number; absoluteHours: number }

export type OpenSession = {
  sessionId: string
  userId: number
  role: Role
  /** What an operator may do; nothing where it is a customer's session. */
  operatorRoles: OperatorRole[]
  customerIds: number[]
  readonly: boolean
  /** The session of the operator who looks at the portal as this user sees it, and whose it is. */
  operatorSessionId: string | null
  impersonatorId: number | null
  locale: string
  authenticatedAt: Date
  lastSeenAt: Date
  expiresAt: Date
  mustChangePassword: boolean
  hasSecondFactor: boolean
}

/** A session to open: by itself it was authenticated now and ends after the absolute life. */
export type NewSession = {
  userId: number
  readonly?: boolean
  operatorSessionId?: string | null
  authenticatedAt?: Date
  expiresAt?: Date
  device?: string | null
  sealedProviderToken?: string | null
  now: Date
  life: SessionLife
}

const touchSeconds = 60

/** Opens a session. */
export async function openSession(
  db: Database,
  {
    userId,
    readonly = false,
    operatorSessionId = null,
    device = null,
    sealedProviderToken = null,
    now,
    life,
    authenticatedAt = now,
    expiresAt = endOf(now, life),
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
 * The session with its user and holders, unless it was revoked, left idle or has reached its end. That of an operator who
 * looks at the portal as its user ends with the operator's own, and when they may no longer look.
 */
export async function findOpenSession(
  db: Database,
  { sessionId, now, life }: { sessionId: string; now: Date; life: SessionLife },
): Promise<OpenSession | undefined> {
  const row = await db
    .selectFrom('session')
    .innerJoin('user_account', 'user_account.user_id', 'session.user_id')
    .leftJoin('session as operators', 'operators.session_id', 'session.operator_session_id')
    .leftJoin('user_account as impersonator', 'impersonator.user_id', 'operators.user_id')
    .where('session.session_id', '=', sessionId)
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', now)
    .where('session.last_seen_at', '>', idleSince(now, life))
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
    .select([
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
    .select(
      sql<number[]>`array(select customer_id from user_customer where user_id = session.user_id order by 1)`.as(
        'customer_ids',
      ),
    )
    .select(isGuarded(sql.ref('session.user_id')).as('has_second_factor'))
    .executeTakeFirst()
  return (
    row && {
      sessionId,
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
    }
  )
}

/** Whether a user comes in by more than a password. */
export async function hasSecondFactor(db: Database, userId: number): Promise<boolean> {
  const { rows } = await sql<{ is_guarded: boolean }>`select ${isGuarded(sql`${userId}`)} as is_guarded`.execute(db)
  return rows[0]!.is_guarded
}

/** Notes that whoever has a session has proved just now who they are. */
export async function noteProof(db: Database, { sessionId, now }: { sessionId: string; now: Date }) {
  await db.updateTable('session').set({ authenticated_at: now }).where('session_id', '=', sessionId).execute()
}

/** Notes that a session is in use, at most once a minute, so that reads stay reads. */
export async function touchSession(db: Database, { session, now }: { session: OpenSession; now: Date }) {
  if (now.getTime() - session.lastSeenAt.getTime() < touchSeconds * 1000) return
  try {
    await db.updateTable('session').set({ last_seen_at: now }).where('session_id', '=', session.sessionId).execute()
  } catch (error) {
    // Where nothing can be written, whoever is signed in goes on reading.
    if (!isUnwritable(error)) throw error
  }
}

/** The token by which the identity provider knows a session, encrypted; also of one that has just ended. */
export async function sealedProviderTokenOf(db: Database, sessionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('session')
    .select('sealed_provider_token')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return row?.sealed_provider_token ?? null
}

/** Ends one session; answers whether it was open until now, which of several who ask at once only one is told. */
export async function revokeSession(db: Database, { sessionId, now }: { sessionId: string; now: Date }) {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends every session of a user but one. */
export async function revokeOtherSessions(
  db: Database,
  { userId, sessionId, now }: { userId: number; sessionId: string; now: Date },
) {
  await db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('session_id', '!=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** The open sessions of a user, the last used first. */
export function openSessionsOf(
  db: Database,
  { userId, now, life }: { userId: number; now: Date; life: Pick<SessionLife, 'idleMinutes'> },
) {
  return db
    .selectFrom('session')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', idleSince(now, life))
    .select(['session_id as sessionId', 'device', 'readonly', 'opened_at as openedAt', 'last_seen_at as lastSeenAt'])
    .orderBy('last_seen_at', 'desc')
    .orderBy('session_id')
    .execute()
}

/** Ends every session of a user, the read keys of their programs, and every link that could still let somebody in. */
export async function revokeSessionsOf(db: Database, { userId, now }: { userId: number; now: Date }) {
  await revokeAccessTokensOf(db, { userId, now })
  await endOutstandingLinks(db, { userId, now })
  await db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute()
}

function isGuarded(userId: RawBuilder<unknown>) {
  return sql<boolean>`(
    exists (select from code_app where user_id = ${userId} and confirmed_at is not null)
    or exists (select from passkey where user_id = ${userId})
  )`
}

function idleSince(now: Date, { idleMinutes }: Pick<SessionLife, 'idleMinutes'>): Date {
  return new Date(now.getTime() - idleMinutes * 60_000)
}

function endOf(now: Date, { absoluteHours }: SessionLife): Date {
  return new Date(now.getTime() + absoluteHours * 3_600_000)
}
