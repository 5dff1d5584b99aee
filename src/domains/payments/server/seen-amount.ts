import type { Database } from '#db/database.ts'
import { Refused } from '#kit/refusal.ts'
import { type Cents, decimalFromCents } from '#vocabulary/money.ts'
import type { Attempt } from './attempt-store.ts'
import { findItem, type Item } from './items.ts'

/** Refuses to charge another amount than the one that was seen; what is owed now goes along. @throws Refused 409. */
export function refuseOtherAmount({ amountPendingCents }: Item, seenCents: Cents | undefined) {
  if (seenCents === undefined || seenCents === amountPendingCents) return
  const amount = Number(decimalFromCents(amountPendingCents))
  throw new Refused('amount_changed', 409, { extra: { current: { amount } } })
}

/** Whether what an attempt was begun for is not what its item owes now: another amount, or nothing any more. */
export async function isOutdated(db: Database, attempt: Attempt): Promise<boolean> {
  const item = await itemOf(db, attempt)
  return !item.isPayable || item.amountPendingCents !== attempt.amount_cents
}

/**
 * Refuses to go on with an attempt that was broken off because its item owes something else now.
 * @throws Refused 409, so that whoever pays hears why rather than of a bank that gave no answer.
 */
export async function refuseOutdated(db: Database, attempt: Attempt) {
  if (attempt.state !== 'failed' || attempt.error_code !== 'payment_intent_unexpected_state') return
  const item = await itemOf(db, attempt)
  if (!item.isPayable) throw new Refused('not_payable', 409)
  refuseOtherAmount(item, attempt.amount_cents)
}

async function itemOf(db: Database, { customer_id, item_kind: kind, item_id: itemId }: Attempt): Promise<Item> {
  return (await findItem(db, { customerIds: [customer_id], kind, itemId }))!
}
