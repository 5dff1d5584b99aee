import type { Transaction } from 'kysely'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { eventChannel } from '#kit/server/event-channel.ts'
import type { PaymentOutcome } from '#outside/payments/payment-provider.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { nextState, type PayError } from '../rules.ts'
import { type Attempt, type AttemptKey, attemptOf, selectAttempt } from './attempt-store.ts'
import { bookPayment, type Item, lockItem } from './items.ts'
import { resetLimitsOfPayer } from './limit-payment-attempt.ts'
import { buildPaymentMessage, notifyDecline } from './notify-decline.ts'

/** Published when the provider or the card's bank has declined a payment, or its holder has cancelled it. */
export const paymentDeclined = eventChannel<{ platform: string }>('payment_declined')

/**
 * Records the outcome of an attempt. If it has succeeded, the ledger, the item and the attempt are updated together and
 * only once, whoever reports it and however often. Returns the attempt as it is then, or undefined if there is none.
 * @throws if the provider has taken another amount than requested.
 */
export async function recordOutcome(
  trx: Transaction<DB>,
  { outcome, now, ...key }: AttemptKey & { outcome: PaymentOutcome; now: Date },
): Promise<Attempt | undefined> {
  const row = await selectAttempt(trx, key).executeTakeFirst()
  if (!row) return undefined
  const { item_kind: kind, item_id: itemId } = attemptOf(row)
  const item = await lockItem(trx, { customerId: key.customerId, kind, itemId })
  const attempt = attemptOf(await selectAttempt(trx, key).forUpdate().executeTakeFirstOrThrow())
  const state = nextState(attempt.state, outcome.kind)
  if (!state) return attempt

  if (outcome.kind === 'succeeded') {
    assertAmount(attempt, outcome.amountCents)
    await insertEntry(trx, attempt, now)
    await resetLimitsOfPayer(trx, { userId: attempt.paid_by_user_id, card: attempt.card_fingerprint })
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
  await notifyPayer(trx, { item, attempt: attemptOf(changed), outcome, now })
  if (outcome.kind === 'succeeded')
    await queueEvent(trx, { type: 'payment.settled', data: presentPaymentEvent(attempt) }, now)
  if (state === 'failed') {
    const data = { ...presentPaymentEvent(attempt), error: errorOf(outcome) ?? 'unknown_payment_error' }
    await queueEvent(trx, { type: 'payment.failed', data }, now)
    if (outcome.kind === 'declined') paymentDeclined.publish({ platform: attempt.platform })
  }
  return attemptOf(changed)
}

/** Returns why an attempt has failed, if it has. */
function errorOf(outcome: PaymentOutcome): PayError | null {
  if (outcome.kind === 'declined') return outcome.error
  if (outcome.kind === 'missing') return 'never_charged'
  return outcome.kind === 'unavailable' ? 'provider_unavailable' : null
}

function insertEntry(trx: Transaction<DB>, attempt: Attempt, at: Date) {
  const { customer_id, payment_attempt_id, item_kind, item_id, amount_cents } = attempt
  const entry = { customer_id, payment_attempt_id, item_kind, item_id, amount_cents, at }
  return trx.insertInto('payment_entry').values(entry).execute()
}

/** Returns the data of a payment event for the retailer's systems. */
export function presentPaymentEvent({
  payment_attempt_id,
  item_kind,
  item_id,
  amount_cents,
  platform,
  customer_id,
}: Attempt) {
  return { payment_id: payment_attempt_id, item_kind, item_id, amount: amount_cents / 100, platform, customer_id }
}

/** Notifies the payer of the outcome, except payers who cancelled the payment themselves. */
async function notifyPayer(
  trx: Transaction<DB>,
  { item, attempt, outcome, now }: { item: Item; attempt: Attempt; outcome: PaymentOutcome; now: Date },
) {
  if (outcome.kind === 'declined') return notifyDecline(trx, { item, attempt, error: outcome.error, now })
  if (outcome.kind !== 'succeeded') return
  await queueMessage(trx, { kind: 'payments.succeeded', ...buildPaymentMessage(item, attempt) }, now)
}

function assertAmount({ payment_attempt_id, amount_cents }: Attempt, takenCents: number) {
  if (takenCents === amount_cents) return
  throw new Error(`Attempt ${payment_attempt_id} requested ${amount_cents} cents, but ${takenCents} were charged.`)
}
