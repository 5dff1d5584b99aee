import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { OperatorActor } from '#kit/actor.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import { parseLocale } from '#vocabulary/locale.ts'
import type { Impersonation } from '../../own-sessions-api.ts'
import type { Account } from '../accounts/account-store.ts'
import { createSessionToken, type SignInDeps } from '../sign-in/sign-in.ts'

/** How many minutes an operator may impersonate a customer before a new reason is required. */
const impersonationMinutes = 30

/** The audit action of an impersonation. */
export const impersonationAction = 'account_looked_at'

const maxListed = 100

type ImpersonationInput = {
  account: Pick<Account, 'userId' | 'locale'>
  operator: Pick<OperatorActor, 'userId' | 'sessionId'>
  /** The reason, which the customer can read. */
  reason: string
  requestId: string
}

/**
 * Opens a read-only session of a customer's account for an operator. It ends after half an hour, or with the operator's
 * own session. It is recorded in the audit log, and the customer is notified by mail.
 * @returns its token, which can be used once.
 */
export async function startImpersonation(
  deps: SignInDeps,
  { account, operator, reason, requestId }: ImpersonationInput,
): Promise<string> {
  const { db, clock } = deps
  const now = clock()
  const expiresAt = new Date(now.getTime() + impersonationMinutes * 60_000)
  const { userId } = account
  const token = await createSessionToken(deps, account, {
    readonly: true,
    operatorSessionId: operator.sessionId,
    expiresAt,
  })
  await writeAudit(db, {
    action: impersonationAction,
    actorUserId: operator.userId,
    subject: `user:${userId}`,
    after: { reason },
    requestId,
  })
  const instant = formatInstant(now, parseLocale(account.locale) ?? 'es')
  const values = { instant, reason, minutes: impersonationMinutes }
  await queueMessage(db, { kind: 'session.accountViewed', values, userId, link: '/profile/sessions' }, now)
  return token
}

/** Ends the impersonation sessions of an operator. */
export async function endImpersonations(db: Database, { operatorId, now }: { operatorId: number; now: Date }) {
  await db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .where('operator_session_id', 'in', (sessions) =>
      sessions.selectFrom('session as own').where('own.user_id', '=', operatorId).select('own.session_id'),
    )
    .execute()
}

/**
 * Returns when operators impersonated a user, and why. Their names are not included; they are the retailer's concern.
 */
export async function impersonationsOf(db: Database, userId: number): Promise<Impersonation[]> {
  const rows = await db
    .selectFrom('audit_entry')
    .where('subject', '=', `user:${userId}`)
    .where('action', '=', sql.lit(impersonationAction))
    .orderBy('audit_entry_id', 'desc')
    .limit(maxListed)
    .select(['at', 'after'])
    .execute()
  return rows.map(({ at, after }) => ({ at: at.toISOString(), reason: (after as { reason: string }).reason }))
}
