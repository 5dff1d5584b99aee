import { randomInt } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { DB, RedsysOrder } from '#db/tables.ts'

export type Order = Selectable<RedsysOrder>
type NewOrder = { attemptId: string; customerId: number; amountCents: number; description: string; now: Date }

/** Gives an attempt its order, the same one however often it asks. @throws when it comes back with another amount. */
export async function keepOrder(db: Kysely<DB>, order: NewOrder): Promise<Order> {
  const { attemptId, customerId, amountCents, description, now } = order
  await db
    .insertInto('redsys_order')
    .values({
      order_number: newOrderNumber(),
      attempt_id: attemptId,
      customer_id: customerId,
      amount_cents: amountCents,
      description,
      prepared_at: now,
    })
    .onConflict((conflict) => conflict.column('attempt_id').doNothing())
    .execute()
  const kept = await db
    .selectFrom('redsys_order')
    .where('attempt_id', '=', attemptId)
    .selectAll()
    .executeTakeFirstOrThrow()
  if (kept.amount_cents !== amountCents)
    throw new Error(
      `Attempt ${attemptId} asked Redsys for ${kept.amount_cents} cents before, and now for ${amountCents}.`,
    )
  return kept
}

/** An order by its number; undefined when none was ever given it, so that no form was made with which it could be paid. */
export function orderOf(db: Kysely<DB>, orderNumber: string): Promise<Order | undefined> {
  return db.selectFrom('redsys_order').where('order_number', '=', orderNumber).selectAll().executeTakeFirst()
}

/** Notes that no form is to be made for an order any more. */
export async function markWithdrawn(db: Kysely<DB>, { order_number }: Order, now: Date) {
  await db
    .updateTable('redsys_order')
    .set({ withdrawn_at: now })
    .where('order_number', '=', order_number)
    .where('withdrawn_at', 'is', null)
    .execute()
}

const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Twelve characters, of which the first four are digits, as every bank behind Redsys takes them; two are never the same. */
function newOrderNumber(): string {
  const first = String(randomInt(10_000)).padStart(4, '0')
  return first + Array.from({ length: 8 }, () => signs[randomInt(signs.length)]).join('')
}
