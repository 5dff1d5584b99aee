import type { Database } from '#db/database.ts'
import { Refused } from '#kit/refusal.ts'
import { type Cents, decimalFromCents } from '#vocabulary/money.ts'
import type { Attempt } from './attempt-store.ts'
import { findItem, type Item } from './items.ts'

/**
 * Refuses to charge an amount other than the one seen; the refusal contains the amount owed now. @throws Refused 409.
 */
export function refuseOtherAmount({ amountPendingCents }: Item, seenCents: Cents | undefined) {
  if (seenCents === undefined || seenCents === amountPendingCents) return
  const amount = Number(decimalFromCents(amountPendingCents))
  throw new Refused('amount_changed', 409, { extra: { current: { amount } } })
}

/** Checks whether the item of an attempt now owes another amount, or nothing any more. */
export async function isOutdated(db: Database, attempt: Attempt): Promise<boolean> {
  const item = await findItemOfAttempt(db, attempt)
  return !item.isPayable || item.amountPendingCents !== attempt.amount_cents
}

/**
 * Refuses to resume an attempt that was closed because its item owes another amount now.
 * @throws Refused 409, so that the payer sees this reason instead of a missing bank answer.
 */
export async function refuseOutdated(db: Database, attempt: Attempt) {
  if (attempt.state !== 'failed' || attempt.error_code !== 'payment_intent_unexpected_state') return
  const item = await findItemOfAttempt(db, attempt)
  if (!item.isPayable) throw new Refused('not_payable', 409)
  refuseOtherAmount(item, attempt.amount_cents)
}

async function findItemOfAttempt(
  db: Database,
  { customer_id, item_kind: kind, item_id: itemId }: Attempt,
): Promise<Item> {
  return (await findItem(db, { customerIds: [customer_id], kind, itemId }))!
}
