import type { Transaction } from 'kysely'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { happening } from '#kit/server/happening.ts'
import type { Outcome } from '#outside/payments/payments.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { nextState, type PayError } from '../rules.ts'
import { type Attempt, type AttemptKey, attemptOf, attemptRow } from './attempt-store.ts'
import { forgiveTries } from './hold-back.ts'
import { bookPayment, type Item, lockItem } from './items.ts'
import { messageAbout, tellOfDecline } from './tell-of-decline.ts'

/** A payment that the provider or the bank of the card has declined, or that its holder has broken off. */
export const paymentDeclined = happening<{ platform: string }>('payment_declined')

/**
 * Takes what was heard of an attempt. Where it has succeeded, the ledger, the item and the attempt change together and
 * once, whoever says so and however often. Answers the attempt as it is then, or undefined when there is none.
 * @throws when the provider has taken another amount than it was asked for.
 */
export async function recordOutcome(
  trx: Transaction<DB>,
  { outcome, now, ...key }: AttemptKey & { outcome: Outcome; now: Date },
): Promise<Attempt | undefined> {
  const known = await attemptRow(trx, key).executeTakeFirst()
  if (!known) return undefined
  const { item_kind: kind, item_id: itemId } = attemptOf(known)
  const item = await lockItem(trx, { customerId: key.customerId, kind, itemId })
  const attempt = attemptOf(await attemptRow(trx, key).forUpdate().executeTakeFirstOrThrow())
  const state = nextState(attempt.state, outcome.kind)
  if (!state) return attempt

  if (outcome.kind === 'succeeded') {
    refuseOtherAmount(attempt, outcome.amountCents)
    await addEntry(trx, attempt, now)
    await forgiveTries(trx, { userId: attempt.paid_by_user_id, card: attempt.card_fingerprint })
    await bookPayment(trx, { item, paidCents: attempt.amount_cents, day: marketDayOf(now, 'Europe/Madrid') })
  }
  const changed = await trx
    .updateTable('payment_attempt')
    .set({
      state,
      error_code: errorOf(outcome),
      ...(outcome.kind === 'succeeded' && outcome.cardLast4 && { card_last4: outcome.cardLast4 }),
      updated_at: now,
    })
    .where('customer_id', '=', key.customerId)
    .where('payment_attempt_id', '=', key.attemptId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await tellPayer(trx, { item, attempt: attemptOf(changed), outcome, now })
  if (outcome.kind === 'succeeded')
    await queueEvent(trx, { type: 'payment.settled', data: paymentForEvent(attempt) }, now)
  if (state === 'failed') {
    const data = { ...paymentForEvent(attempt), error: errorOf(outcome) ?? 'unknown_payment_error' }
    await queueEvent(trx, { type: 'payment.failed', data }, now)
    if (outcome.kind === 'declined') paymentDeclined.tell({ platform: attempt.platform })
  }
  return attemptOf(changed)
}

/** Why an attempt has failed, if it has. */
function errorOf(outcome: Outcome): PayError | null {
  if (outcome.kind === 'declined') return outcome.error
  if (outcome.kind === 'missing') return 'never_charged'
  return outcome.kind === 'unavailable' ? 'provider_unavailable' : null
}

function addEntry(trx: Transaction<DB>, attempt: Attempt, at: Date) {
  const { customer_id, payment_attempt_id, item_kind, item_id, amount_cents } = attempt
  const entry = { customer_id, payment_attempt_id, item_kind, item_id, amount_cents, at }
  return trx.insertInto('payment_entry').values(entry).execute()
}

/** What the retailer's systems are told of a payment. */
export function paymentForEvent({
  payment_attempt_id,
  item_kind,
  item_id,
  amount_cents,
  platform,
  customer_id,
}: Attempt) {
  return { payment_id: payment_attempt_id, item_kind, item_id, amount: amount_cents / 100, platform, customer_id }
}

/** Writes to whoever paid or could not; those who broke a payment off themselves know. */
async function tellPayer(
  trx: Transaction<DB>,
  { item, attempt, outcome, now }: { item: Item; attempt: Attempt; outcome: Outcome; now: Date },
) {
  if (outcome.kind === 'declined') return tellOfDecline(trx, { item, attempt, error: outcome.error, now })
  if (outcome.kind !== 'succeeded') return
  await queueMessage(trx, { kind: 'payments.succeeded', ...messageAbout(item, attempt) }, now)
}

function refuseOtherAmount({ payment_attempt_id, amount_cents }: Attempt, takenCents: number) {
  if (takenCents === amount_cents) return
  throw new Error(`Attempt ${payment_attempt_id} asked for ${amount_cents} cents, and ${takenCents} were taken.`)
}
