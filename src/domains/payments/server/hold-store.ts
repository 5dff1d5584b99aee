import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { networkOf } from '#kit/server/network-of.ts'
import type { PaymentLimit } from '../payment-limits.ts'

type NewHold = { limit: PaymentLimit; value: string; userId: number; seconds: number; now: Date }

/**
 * Records that a user, a network or a card has to wait, with the number of tries: those that reached the provider and
 * those refused since. The version counts waits, so that further tries do not outdate what an operator sees.
 */
export async function storeHold(db: Database, { limit, value, userId, seconds, now }: NewHold) {
  const isOver = sql`payment_hold.held_until <= ${now}`
  await db
    .insertInto('payment_hold')
    .values({
      hold_id: randomUUID(),
      ...holdKeyOf({ per: limit.per, value }),
      user_id: userId,
      tries: limit.maxTries + 1,
      held_since: now,
      held_until: new Date(now.getTime() + seconds * 1000),
    })
    .onConflict((conflict) =>
      conflict.columns(['per', 'value']).doUpdateSet({
        user_id: userId,
        tries: sql`case when ${isOver} then excluded.tries else payment_hold.tries + 1 end`,
        held_since: sql`case when ${isOver} then excluded.held_since else payment_hold.held_since end`,
        held_until: sql`greatest(payment_hold.held_until, excluded.held_until)`,
        // Rounding to whole seconds does not count as another wait.
        version: sql`payment_hold.version
          + case when excluded.held_until > payment_hold.held_until + interval '30 seconds' then 1 else 0 end`,
      }),
    )
    .execute()
}

/** Deletes the hold of a user, a network or a card. */
export async function deleteHold(db: Database, { per, value }: Pick<PaymentLimit, 'per'> & { value: string }) {
  const key = holdKeyOf({ per, value })
  await db.deleteFrom('payment_hold').where('per', '=', key.per).where('value', '=', key.value).execute()
}

/** Returns a query for an active hold, to be extended. */
export function selectActiveHold(db: Database, { id, now }: { id: string; now: Date }) {
  return db.selectFrom('payment_hold').where('hold_id', '=', id).where('held_until', '>', now).selectAll()
}

function holdKeyOf({ per, value }: Pick<PaymentLimit, 'per'> & { value: string }) {
  return { per, value: per === 'network' ? networkOf(value) : value }
}
