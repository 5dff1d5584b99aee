import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB, PaymentRefund } from '#db/tables.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { type Cents, sumCents } from '#vocabulary/money.ts'
import { mayHaveMoved, nextRefundState, type RefundState } from '../rules.ts'
import { type Attempt, attemptOf, attemptRow, keyOf } from './attempt-store.ts'
import { lockItem } from './items.ts'

/** Something that is given back of a payment. */
export type Refund = Omit<Selectable<PaymentRefund>, 'state'> & { state: RefundState }
export type RefundKey = { customerId: number; refundId: string }

/** After how many seconds a refund that was asked for and not answered is looked at again. */
const secondsToNextLook = 60

export type Ordered = {
  attempt: Attempt
  /** Made by whoever orders it: the same id is the same refund. */
  refundId: string
  amountCents: Cents
  reason: string
  isOwedAgain: boolean
  userId: number
  requestId: string
  now: Date
}

export type RefundProblem = 'not_refundable' | 'refund_too_much' | 'refund_id_used'

/**
 * Orders that so much of a payment be given back, in a transaction that is committed before its provider hears of it. Of a payment never more is
 * ordered than was paid less what has or may have been given back; the order is decided under one lock. Answers why it
 * cannot be, before anything is written: nothing was paid, too much is asked for, or the id is that of another refund.
 */
export async function orderRefund(trx: Transaction<DB>, ordered: Ordered): Promise<Refund | RefundProblem> {
  const { refundId, amountCents, reason, isOwedAgain, userId, requestId, now } = ordered
  const { customerId, attemptId } = keyOf(ordered.attempt)
  const attempt = await lockAttempt(trx, ordered.attempt)
  if (attempt.state !== 'succeeded') return 'not_refundable'
  const refunds = await refundsOf(trx, attempt)
  const known = await findRefund(trx, { customerId, refundId })
  if (known) {
    const isSame = known.payment_attempt_id === attemptId && known.amount_cents === amountCents
    return isSame ? known : 'refund_id_used'
  }
  if (amountCents > refundableCents(attempt, refunds)) return 'refund_too_much'
  const row = await trx
    .insertInto('payment_refund')
    .values({
      customer_id: customerId,
      refund_id: refundId,
      payment_attempt_id: attemptId,
      amount_cents: amountCents,
      state: 'pending' satisfies RefundState,
      source: 'desk',
      is_owed_again: isOwedAgain,
      reason,
      ordered_by_user_id: userId,
      ordered_at: now,
      updated_at: now,
      ask_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeAudit(trx, {
    action: 'refund_ordered',
    actorUserId: userId,
    customerId,
    subject: `payment:${attemptId}`,
    after: { amountCents, isOwedAgain },
    requestId,
  })
  return refundOf(row)
}

/** How much of a payment can still be given back. */
export function refundableCents(
  attempt: Pick<Attempt, 'state' | 'amount_cents'>,
  refunds: readonly Pick<Refund, 'state' | 'amount_cents'>[],
): Cents {
  if (attempt.state !== 'succeeded') return 0
  const given = refunds.filter(({ state }) => mayHaveMoved(state))
  return Math.max(0, attempt.amount_cents - sumCents(given.map(({ amount_cents }) => amount_cents)))
}

/** What has been given back of a payment, or may have been, or was to be, the first first. */
export async function refundsOf(db: Database, attempt: Attempt): Promise<Refund[]> {
  const { customerId, attemptId } = keyOf(attempt)
  const rows = await db
    .selectFrom('payment_refund')
    .where('customer_id', '=', customerId)
    .where('payment_attempt_id', '=', attemptId)
    .orderBy('ordered_at')
    .orderBy('refund_id')
    .selectAll()
    .execute()
  return rows.map(refundOf)
}

/** How much of a payment has been given back. */
export async function refundedCentsOf(db: Database, attempt: Attempt): Promise<Cents> {
  const made = (await refundsOf(db, attempt)).filter(({ state }) => state === 'made')
  return sumCents(made.map(({ amount_cents }) => amount_cents))
}

export async function findRefund(db: Database, { customerId, refundId }: RefundKey): Promise<Refund | undefined> {
  const row = await db
    .selectFrom('payment_refund')
    .where('customer_id', '=', customerId)
    .where('refund_id', '=', refundId)
    .selectAll()
    .executeTakeFirst()
  return row && refundOf(row)
}

/** The attempt that a refund is of. */
export async function attemptOfRefund(db: Database, refund: Refund): Promise<Attempt> {
  const key = { customerId: refund.customer_id, attemptId: refund.payment_attempt_id }
  return attemptOf(await attemptRow(db, key).executeTakeFirstOrThrow())
}

/** Notes that a provider is now asked for a refund. False when somebody else has asked it, or it is over. */
export async function markRefundAsked(db: Database, refund: Refund, now: Date): Promise<boolean> {
  const asked = await db
    .updateTable('payment_refund')
    .set({ state: nextRefundState('pending', 'asked')!, updated_at: now, ask_at: later(now) })
    .where('customer_id', '=', refund.customer_id)
    .where('refund_id', '=', refund.refund_id)
    .where('state', '=', 'pending' satisfies RefundState)
    .executeTakeFirst()
  return asked.numUpdatedRows > 0
}

/** Refunds that nobody has asked for yet, or whose answer nobody has heard; each is taken by one. */
export async function claimDueRefunds(db: Database, { now, limit }: { now: Date; limit: number }): Promise<Refund[]> {
  const open: RefundState[] = ['pending', 'asked']
  const rows = await db
    .updateTable('payment_refund')
    .set({ ask_at: later(now) })
    .where(sql<string>`(customer_id, refund_id)`, 'in', (due) =>
      due
        .selectFrom('payment_refund')
        .where('state', 'in', open)
        .where('ask_at', '<=', now)
        .orderBy('ask_at')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .select(['customer_id', 'refund_id'] as never),
    )
    .returningAll()
    .execute()
  return rows.map(refundOf)
}

/** An attempt, kept as it is until the transaction ends; what it pays is locked first, as everywhere. */
export async function lockAttempt(trx: Transaction<DB>, attempt: Attempt): Promise<Attempt> {
  const key = keyOf(attempt)
  await lockItem(trx, { customerId: key.customerId, kind: attempt.item_kind, itemId: attempt.item_id })
  return attemptOf(await attemptRow(trx, key).forUpdate().executeTakeFirstOrThrow())
}

/** A row as a refund: the database checks its words, which the types of its rows do not know. */
export function refundOf(row: Selectable<PaymentRefund>): Refund {
  return row as Refund
}

function later(now: Date): Date {
  return new Date(now.getTime() + secondsToNextLook * 1000)
}
