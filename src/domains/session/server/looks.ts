import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { AccountLook } from '../api.ts'

/** What the audit log calls it when an operator looks at the portal as a customer sees it. */
export const lookAction = 'account_looked_at'

const mostTold = 100

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
