import { randomInt } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { DB, RedsysOrder } from '#db/tables.ts'

export type RedsysOrderRow = Selectable<RedsysOrder>
type RedsysOrderInput = { attemptId: string; customerId: number; amountCents: number; description: string; now: Date }

/**
 * Returns the order of an attempt, the same one however often it is called. @throws if the attempt is repeated with
 * another amount.
 */
export async function storeOrder(db: Kysely<DB>, order: RedsysOrderInput): Promise<RedsysOrderRow> {
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
  const stored = await db
    .selectFrom('redsys_order')
    .where('attempt_id', '=', attemptId)
    .selectAll()
    .executeTakeFirstOrThrow()
  if (stored.amount_cents !== amountCents)
    throw new Error(
      `Attempt ${attemptId} was sent to Redsys with ${stored.amount_cents} cents before, and now has ${amountCents}.`,
    )
  return stored
}

/**
 * Returns an order by its number; undefined if the number was never issued, so that no form exists with which it could
 * be paid.
 */
export function findOrder(db: Kysely<DB>, orderNumber: string): Promise<RedsysOrderRow | undefined> {
  return db.selectFrom('redsys_order').where('order_number', '=', orderNumber).selectAll().executeTakeFirst()
}

/** Records that no form may be created for an order any more. */
export async function markWithdrawn(db: Kysely<DB>, { order_number }: RedsysOrderRow, now: Date) {
  await db
    .updateTable('redsys_order')
    .set({ withdrawn_at: now })
    .where('order_number', '=', order_number)
    .where('withdrawn_at', 'is', null)
    .execute()
}

const orderCharacters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Returns a unique order number of twelve characters, the first four of them digits, as every bank behind Redsys
 * accepts it.
 */
function newOrderNumber(): string {
  const first = String(randomInt(10_000)).padStart(4, '0')
  return first + Array.from({ length: 8 }, () => orderCharacters[randomInt(orderCharacters.length)]).join('')
}
