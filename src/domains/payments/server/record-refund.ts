import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import type { RefundReport } from '#outside/payments/payments.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { nextRefundState, type RefundEvent, type RefundState } from '../rules.ts'
import { type Attempt, attemptOf, keyOf } from './attempt-store.ts'
import { bookPayment, bookRefund, lockItem } from './items.ts'
import { paymentForEvent } from './record-outcome.ts'
import {
  attemptOfRefund,
  findRefund,
  lockAttempt,
  type Refund,
  type RefundKey,
  refundOf,
  refundsOf,
} from './refund-store.ts'

type Heard = RefundKey & { event: RefundEvent; providerRefund: string | null; now: Date }

/**
 * Takes what was heard of a refund. Where it was made, the ledger, the item and the refund change together and once,
 * whoever says so and however often; where it has come back, so again. Answers the refund as it is then.
 */
export async function recordRefund(trx: Transaction<DB>, heard: Heard): Promise<Refund> {
  const { event, providerRefund, now } = heard
  const known = (await findRefund(trx, heard))!
  const attempt = await lockAttempt(trx, await attemptOfRefund(trx, known))
  const refund = (await findRefund(trx, heard))!
  const state = nextRefundState(refund.state, event)
  if (!state) return refund
  const changed = await change(trx, refund, { state, providerRefund, now })
  if (state === 'made') await book(trx, { attempt, refund: changed, now })
  if (refund.state === 'made') await bookReturn(trx, { attempt, refund: changed, now })
  return changed
}

/**
 * Takes a provider's report of a refund: one of ours, which it names or which it must be by its amount, or one that was made
 * at the provider and is written down here only now. Answers the attempt, or undefined when the payment is not known.
 */
export async function recordReportedRefund(
  trx: Transaction<DB>,
  { platform, report, now }: { platform: string; report: RefundReport; now: Date },
): Promise<Attempt | undefined> {
  const { paymentId, refund: told } = report
  const row = await trx
    .selectFrom('payment_attempt')
    .where('platform', '=', platform)
    .where('provider_payment', '=', paymentId)
    .selectAll()
    .executeTakeFirst()
  if (!row) return undefined
  const attempt = await lockAttempt(trx, attemptOf(row))
  const { kind, providerRefund, amountCents } = told
  const ours = whichOf(await refundsOf(trx, attempt), told)
  if (!ours && kind === 'returned') return attempt
  const { refund_id: refundId } = ours ?? (await addReported(trx, { attempt, providerRefund, amountCents, now }))
  await recordRefund(trx, { customerId: attempt.customer_id, refundId, event: kind, providerRefund, now })
  return attempt
}

/** Of several that it may be it is the one whose fate is not known; a provider that names none reports each once. */
function whichOf(refunds: readonly Refund[], told: RefundReport['refund']): Refund | undefined {
  const named = refunds.find(
    ({ refund_id, provider_refund }) =>
      refund_id === told.refundId || (provider_refund !== null && provider_refund === told.providerRefund),
  )
  if (named || told.refundId) return named
  const open: RefundState[] = ['asked', 'unknown']
  return refunds.find(({ state, amount_cents }) => open.includes(state) && amount_cents === told.amountCents)
}

async function addReported(
  trx: Transaction<DB>,
  reported: { attempt: Attempt; providerRefund: string | null; amountCents: number; now: Date },
): Promise<Refund> {
  const { attempt, providerRefund, amountCents, now } = reported
  const { customerId, attemptId } = keyOf(attempt)
  const row = await trx
    .insertInto('payment_refund')
    .values({
      customer_id: customerId,
      refund_id: randomUUID(),
      payment_attempt_id: attemptId,
      amount_cents: amountCents,
      state: 'asked' satisfies RefundState,
      source: 'provider',
      provider_refund: providerRefund,
      ordered_at: now,
      updated_at: now,
      ask_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return refundOf(row)
}

async function change(
  trx: Transaction<DB>,
  refund: Refund,
  { state, providerRefund, now }: { state: RefundState; providerRefund: string | null; now: Date },
): Promise<Refund> {
  const row = await trx
    .updateTable('payment_refund')
    .set({ state, updated_at: now, ...(providerRefund && { provider_refund: providerRefund }) })
    .where('customer_id', '=', refund.customer_id)
    .where('refund_id', '=', refund.refund_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return refundOf(row)
}

type Booked = { attempt: Attempt; refund: Refund; now: Date }

async function book(trx: Transaction<DB>, booked: Booked) {
  const { attempt, refund, now } = booked
  const { amount_cents: refundedCents, is_owed_again: isOwedAgain } = refund
  await addEntry(trx, booked, refundedCents)
  const item = await itemOf(trx, attempt)
  const isWhole = refundedCents === attempt.amount_cents
  await bookRefund(trx, { item, refundedCents, isOwedAgain, isWhole, day: marketDayOf(now, 'Europe/Madrid') })
  await tellPayer(trx, 'payments.refunded', booked)
  await queueEvent(trx, { type: 'payment.refunded', data: refundForEvent(booked) }, now)
}

/** The holder's bank has not taken it: the retailer has the money again, and what was owed again for it is paid. */
async function bookReturn(trx: Transaction<DB>, booked: Booked) {
  const { attempt, refund, now } = booked
  await addEntry(trx, booked, -refund.amount_cents)
  const day = marketDayOf(now, 'Europe/Madrid')
  if (refund.is_owed_again)
    await bookPayment(trx, { item: await itemOf(trx, attempt), paidCents: refund.amount_cents, day })
  await tellPayer(trx, 'payments.refundFailed', booked)
  await queueEvent(trx, { type: 'payment.refund_returned', data: refundForEvent(booked) }, now)
}

function refundForEvent({ attempt, refund }: Booked) {
  const { refund_id, amount_cents, is_owed_again } = refund
  return { ...paymentForEvent(attempt), refund_id, amount: amount_cents / 100, is_owed_again }
}

function itemOf(trx: Transaction<DB>, { customer_id: customerId, item_kind: kind, item_id: itemId }: Attempt) {
  return lockItem(trx, { customerId, kind, itemId })
}

function addEntry(trx: Transaction<DB>, { attempt, refund, now }: Booked, amount_cents: number) {
  const { customer_id, payment_attempt_id, item_kind, item_id } = attempt
  const entry = { customer_id, payment_attempt_id, item_kind, item_id, refund_id: refund.refund_id, amount_cents }
  return trx
    .insertInto('payment_refund_entry')
    .values({ ...entry, at: now })
    .execute()
}

async function tellPayer(trx: Transaction<DB>, kind: `payments.${string}`, { attempt, refund, now }: Booked) {
  const { customerId, contractId, number, energy } = await itemOf(trx, attempt)
  await queueMessage(
    trx,
    {
      kind,
      values: {
        number,
        amountCents: refund.amount_cents,
        ending: attempt.card_last4 ?? 'none',
        again: refund.is_owed_again ? 'yes' : 'no',
      },
      customerId,
      ...(contractId !== null && { contractId }),
      link: `/invoices?contractType=${energy ?? 'multipoint'}`,
      toAddress: attempt.paid_by_email,
    },
    now,
  )
}
