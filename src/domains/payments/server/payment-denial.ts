import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { batchLoader } from '#kit/server/batch-loader.ts'

/** Checks whether payment by card is denied to this user, whatever the retailer offers to others. */
export async function isPaymentDenied(db: Database, userId: number): Promise<boolean> {
  const denied = await db
    .selectFrom('payment_denial')
    .where('user_id', '=', userId)
    .select('user_id')
    .executeTakeFirst()
  return denied !== undefined
}

/** Returns a lookup for whether payment by card is denied to a user. Concurrent lookups are batched into one query. */
export function createPaymentDenialLookup(db: Database): (userId: number) => Promise<boolean> {
  const isDenied = batchLoader(async (userIds: number[]) => {
    const denied = await db.selectFrom('payment_denial').where('user_id', 'in', userIds).select('user_id').execute()
    return new Map(denied.map(({ user_id }) => [user_id, true]))
  })
  return async (userId) => (await isDenied(userId)) ?? false
}

/**
 * Denies payment by card to a user, or allows it again. A payment already started may complete. Returns false if there
 * is no such user.
 */
export function setPaymentDenial(
  db: Kysely<DB>,
  { login, isDenied, now }: { login: string; isDenied: boolean; now: Date },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom('user_account')
      .where('login', '=', login.toLowerCase())
      .select('user_id')
      .executeTakeFirst()
    if (!user) return false
    const { user_id } = user
    await (isDenied
      ? transaction
          .insertInto('payment_denial')
          .values({ user_id, denied_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      : transaction.deleteFrom('payment_denial').where('user_id', '=', user_id).execute())
    await writeAudit(transaction, {
      action: isDenied ? 'payment_denied' : 'payment_allowed',
      subject: `user:${user_id}`,
    })
    return true
  })
}
