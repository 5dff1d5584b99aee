import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import type { RefundReport } from '#outside/payments/payment-provider.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { invoiceAddress } from '../../paths.ts'
import { nextRefundState, type RefundEvent, type RefundState } from '../../refund-rules.ts'
import { type Attempt, attemptKeyOf, attemptOf } from '../attempt-store.ts'
import { bookPayment, bookRefund, lockItem } from '../items.ts'
import { presentPaymentEvent } from '../record-outcome.ts'
import {
  findAttemptOfRefund,
  findRefund,
  findRefunds,
  lockAttempt,
  type Refund,
  type RefundKey,
  refundOf,
} from './refund-store.ts'

type RefundUpdate = RefundKey & { event: RefundEvent; providerRefund: string | null; now: Date }

/**
 * Records an event of a refund. If it was made, the ledger, the item and the refund are updated together and only once,
 * whoever reports it and however often; the same applies if it was returned. Returns the refund as it is then.
 */
export async function recordRefund(trx: Transaction<DB>, update: RefundUpdate): Promise<Refund> {
  const { event, providerRefund, now } = update
  const stored = (await findRefund(trx, update))!
  const attempt = await lockAttempt(trx, await findAttemptOfRefund(trx, stored))
  const refund = (await findRefund(trx, update))!
  const state = nextRefundState(refund.state, event)
  if (!state) return refund
  const changed = await updateRefund(trx, refund, { state, providerRefund, now })
  if (state === 'made') await bookMadeRefund(trx, { attempt, refund: changed, now })
  if (refund.state === 'made') await bookReturnedRefund(trx, { attempt, refund: changed, now })
  return changed
}

/**
 * Records a provider's report of a refund: one ordered here, matched by its id or by its amount, or one made at the
 * provider, which is recorded only now. Returns the attempt, or undefined if the payment is not known.
 */
export async function recordReportedRefund(
  trx: Transaction<DB>,
  { platform, report, now }: { platform: string; report: RefundReport; now: Date },
): Promise<Attempt | undefined> {
  const { paymentId, refund: reported } = report
  const row = await trx
    .selectFrom('payment_attempt')
    .where('platform', '=', platform)
    .where('provider_payment', '=', paymentId)
    .selectAll()
    .executeTakeFirst()
  if (!row) return undefined
  const attempt = await lockAttempt(trx, attemptOf(row))
  const { kind, providerRefund, amountCents } = reported
  const ours = matchRefund(await findRefunds(trx, attempt), reported)
  if (!ours && kind === 'returned') return attempt
  const { refund_id: refundId } =
    ours ?? (await insertReportedRefund(trx, { attempt, providerRefund, amountCents, now }))
  await recordRefund(trx, { customerId: attempt.customer_id, refundId, event: kind, providerRefund, now })
  return attempt
}

/**
 * Among several candidates, chooses the one whose outcome is not known. A provider that gives no refund ids reports
 * each refund once.
 */
function matchRefund(refunds: readonly Refund[], reported: RefundReport['refund']): Refund | undefined {
  const named = refunds.find(
    ({ refund_id, provider_refund }) =>
      refund_id === reported.refundId || (provider_refund !== null && provider_refund === reported.providerRefund),
  )
  if (named || reported.refundId) return named
  const open: RefundState[] = ['asked', 'unknown']
  return refunds.find(({ state, amount_cents }) => open.includes(state) && amount_cents === reported.amountCents)
}

async function insertReportedRefund(
  trx: Transaction<DB>,
  input: { attempt: Attempt; providerRefund: string | null; amountCents: number; now: Date },
): Promise<Refund> {
  const { attempt, providerRefund, amountCents, now } = input
  const { customerId, attemptId } = attemptKeyOf(attempt)
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

async function updateRefund(
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

type RefundContext = { attempt: Attempt; refund: Refund; now: Date }

async function bookMadeRefund(trx: Transaction<DB>, context: RefundContext) {
  const { attempt, refund, now } = context
  const { amount_cents: refundedCents, is_owed_again: isOwedAgain } = refund
  await insertEntry(trx, context, refundedCents)
  const item = await lockItemOfAttempt(trx, attempt)
  const isWhole = refundedCents === attempt.amount_cents
  await bookRefund(trx, { item, refundedCents, isOwedAgain, isWhole, day: marketDayOf(now, 'Europe/Madrid') })
  await notifyPayer(trx, 'payments.refunded', context)
  await queueEvent(trx, { type: 'payment.refunded', data: presentRefundEvent(context) }, now)
}

/**
 * Books a refund that the holder's bank has sent back: the retailer has the money again, and an amount that was owed
 * again is paid.
 */
async function bookReturnedRefund(trx: Transaction<DB>, context: RefundContext) {
  const { attempt, refund, now } = context
  await insertEntry(trx, context, -refund.amount_cents)
  const day = marketDayOf(now, 'Europe/Madrid')
  if (refund.is_owed_again)
    await bookPayment(trx, { item: await lockItemOfAttempt(trx, attempt), paidCents: refund.amount_cents, day })
  await notifyPayer(trx, 'payments.refundFailed', context)
  await queueEvent(trx, { type: 'payment.refund_returned', data: presentRefundEvent(context) }, now)
}

function presentRefundEvent({ attempt, refund }: RefundContext) {
  const { refund_id, amount_cents, is_owed_again } = refund
  return { ...presentPaymentEvent(attempt), refund_id, amount: amount_cents / 100, is_owed_again }
}

function lockItemOfAttempt(
  trx: Transaction<DB>,
  { customer_id: customerId, item_kind: kind, item_id: itemId }: Attempt,
) {
  return lockItem(trx, { customerId, kind, itemId })
}

function insertEntry(trx: Transaction<DB>, { attempt, refund, now }: RefundContext, amount_cents: number) {
  const { customer_id, payment_attempt_id, item_kind, item_id } = attempt
  const entry = { customer_id, payment_attempt_id, item_kind, item_id, refund_id: refund.refund_id, amount_cents }
  return trx
    .insertInto('payment_refund_entry')
    .values({ ...entry, at: now })
    .execute()
}

async function notifyPayer(trx: Transaction<DB>, kind: `payments.${string}`, { attempt, refund, now }: RefundContext) {
  const { customerId, contractId, number } = await lockItemOfAttempt(trx, attempt)
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
      link: invoiceAddress(number),
      toAddress: attempt.paid_by_email,
    },
    now,
  )
}
