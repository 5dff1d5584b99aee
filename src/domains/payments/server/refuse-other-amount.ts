import type { Database } from '#db/database.ts'
import { Refused } from '#kit/refusal.ts'
import { type Cents, decimalFromCents } from '#vocabulary/money.ts'
import type { Attempt } from './attempt-store.ts'
import { findItem, type Item } from './items.ts'

/** What a payer wants to pay: the amount seen, if known, and whether it is a part of what is owed. */
export type SeenAmount = { seenCents?: Cents | undefined; isPart?: boolean | undefined }

/**
 * Returns what is charged for an item: what is owed, or a part of it. Refuses an amount other than the one seen, and a
 * part of more than is owed; the refusal contains the amount owed now. @throws Refused 409.
 */
export function chargedCents({ amountPendingCents }: Item, { seenCents, isPart = false }: SeenAmount): Cents {
  if (seenCents === undefined || seenCents === amountPendingCents) return amountPendingCents
  if (isPart && seenCents < amountPendingCents) return seenCents
  const amount = Number(decimalFromCents(amountPendingCents))
  throw new Refused('amount_changed', 409, { extra: { current: { amount } } })
}

/** Checks whether an item owes another amount than an attempt charges, or nothing; a part may leave something owed. */
export function owesOther({ isPayable, amountPendingCents }: Item, { amount_cents, is_part }: Attempt): boolean {
  return !isPayable || (is_part ? amountPendingCents < amount_cents : amountPendingCents !== amount_cents)
}

/** Checks whether the item of an attempt now owes another amount, or nothing any more. */
export async function isOutdated(db: Database, attempt: Attempt): Promise<boolean> {
  const item = await findItemOfAttempt(db, attempt)
  return owesOther(item, attempt)
}

/**
 * Refuses to resume an attempt that was closed because its item owes another amount now.
 * @throws Refused 409, so that the payer sees this reason instead of a missing bank answer.
 */
export async function refuseOutdated(db: Database, attempt: Attempt) {
  if (attempt.state !== 'failed' || attempt.error_code !== 'payment_intent_unexpected_state') return
  const item = await findItemOfAttempt(db, attempt)
  if (!item.isPayable) throw new Refused('not_payable', 409)
  chargedCents(item, { seenCents: attempt.amount_cents, isPart: attempt.is_part })
}

async function findItemOfAttempt(
  db: Database,
  { customer_id, item_kind: kind, item_id: itemId }: Attempt,
): Promise<Item> {
  return (await findItem(db, { customerIds: [customer_id], kind, itemId }))!
}
