import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { OperatorActor } from '#kit/actor.ts'
import { parseLocale } from '#kit/locale.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { AccountLook } from '../api.ts'
import type { Account } from './account-store.ts'
import { type EntryNeeds, newToken } from './entry.ts'

/** How long an operator may see the portal as a customer does before a new reason is due. */
const impersonationMinutes = 30

/** What the audit log calls it when an operator looks at the portal as a customer sees it. */
export const lookAction = 'account_looked_at'

const mostTold = 100

type ImpersonationInput = {
  account: Pick<Account, 'userId' | 'locale'>
  operator: Pick<OperatorActor, 'userId' | 'sessionId'>
  /** Why; the customer reads it. */
  reason: string
  requestId: string
}

/**
 * Opens a read-only session of a customer's account for an operator, which ends after half an hour and with the operator's own
 * session. It is written into the audit log, and the customer is told by mail.
 * @returns its token, which opens the portal once.
 */
export async function impersonate(
  needs: EntryNeeds,
  { account, operator, reason, requestId }: ImpersonationInput,
): Promise<string> {
  const { db, clock } = needs
  const now = clock()
  const expiresAt = new Date(now.getTime() + impersonationMinutes * 60_000)
  const { userId } = account
  const token = await newToken(needs, account, { readonly: true, operatorSessionId: operator.sessionId, expiresAt })
  await writeAudit(db, {
    action: lookAction,
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

/** When operators have looked at the portal as a user sees it, and why; their names are the retailer's affair. */
export async function looksAt(db: Database, userId: number): Promise<AccountLook[]> {
  const rows = await db
    .selectFrom('audit_entry')
    .where('subject', '=', `user:${userId}`)
    .where('action', '=', sql.lit(lookAction))
    .orderBy('audit_entry_id', 'desc')
    .limit(mostTold)
    .select(['at', 'after'])
    .execute()
  return rows.map(({ at, after }) => ({ at: at.toISOString(), reason: (after as { reason: string }).reason }))
}
