import { randomUUID } from 'node:crypto'
import type { Kysely, Selectable, Updateable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB, PaymentAttempt } from '#db/tables.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Cents } from '#vocabulary/money.ts'
import { type AttemptState, type ItemKind, nextState, secondsToNextCheck } from '../rules.ts'
import { type ItemKey, lockItem } from './items.ts'
import { refuseOtherAmount } from './seen-amount.ts'

/** One try at paying one item with one card. */
export type Attempt = Omit<Selectable<PaymentAttempt>, 'state' | 'item_kind'> & {
  state: AttemptState
  item_kind: ItemKind
}
export type AttemptKey = { customerId: number; attemptId: string }

const openStates: AttemptState[] = ['created', 'processing', 'requires_action', 'unknown']

type Begun = ItemKey & {
  platform: string
  methodId: string
  /** The amount that the customer has seen, where it is known. */
  seenCents?: Cents
  userId: number
  requestId: string
  now: Date
}

/**
 * Begins an attempt for all that is owed for an item, committed before its provider hears of it. Answers null when the
 * item cannot be paid (any more), or when another attempt is open: the two are decided under one lock.
 * @throws Refused when another amount is owed than was seen.
 */
export async function beginAttempt(db: Kysely<DB>, begun: Begun): Promise<Attempt | null> {
  const { customerId, kind, itemId, platform, methodId, userId, requestId, now } = begun
  return db.transaction().execute(async (trx) => {
    const item = await lockItem(trx, begun)
    if (!item.isPayable) return null
    refuseOtherAmount(item, begun.seenCents)
    const { email } = await trx
      .selectFrom('user_account')
      .select('email')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    const attempt = await trx
      .insertInto('payment_attempt')
      .values({
        customer_id: customerId,
        payment_attempt_id: randomUUID(),
        item_kind: kind,
        item_id: itemId,
        amount_cents: item.amountPendingCents,
        platform,
        provider_method: methodId,
        state: 'created' satisfies AttemptState,
        paid_by_email: email,
        paid_by_user_id: userId,
        created_at: now,
        updated_at: now,
        check_at: secondsAfter(now, secondsToNextCheck(0)),
      })
      .onConflict((conflict) =>
        conflict.columns(['customer_id', 'item_kind', 'item_id']).where('state', 'in', openStates).doNothing(),
      )
      .returningAll()
      .executeTakeFirst()
    if (!attempt) return null
    await writeAudit(trx, {
      action: 'payment_begun',
      actorUserId: userId,
      customerId,
      subject: `${kind}:${itemId}`,
      after: { amountCents: attempt.amount_cents, platform },
      requestId,
    })
    return attemptOf(attempt)
  })
}

/** The attempt that is open for an item, if one is. */
export async function findOpenAttempt(
  db: Database,
  { customerId, kind, itemId }: ItemKey,
): Promise<Attempt | undefined> {
  const row = await attemptsOfItem(db, { customerId, kind, itemId }).where('state', 'in', openStates).executeTakeFirst()
  return row && attemptOf(row)
}

/** The last attempt that has paid for an item, perhaps only one with a certain method. */
export async function findPaidAttempt(
  db: Database,
  { methodId, ...item }: ItemKey & { methodId?: string },
): Promise<Attempt | undefined> {
  const paid = attemptsOfItem(db, item).where('state', '=', 'succeeded').orderBy('created_at', 'desc').limit(1)
  const row = await (methodId ? paid.where('provider_method', '=', methodId) : paid).executeTakeFirst()
  return row && attemptOf(row)
}

/** The attempt of one of these holders that a provider knows under an id. */
export async function findAttemptOfPayment(
  db: Database,
  { customerIds, platform, paymentId }: { customerIds: readonly number[]; platform: string; paymentId: string },
): Promise<Attempt | undefined> {
  if (!customerIds.length) return undefined
  const row = await db
    .selectFrom('payment_attempt')
    .where('customer_id', 'in', customerIds)
    .where('platform', '=', platform)
    .where('provider_payment', '=', paymentId)
    .selectAll()
    .executeTakeFirst()
  return row && attemptOf(row)
}

/**
 * Notes under which id the provider knows an attempt and that it is now asked for the money. False when the attempt has
 * been closed meanwhile, or another amount is owed: then nobody may ask.
 */
export async function markAsked(
  db: Kysely<DB>,
  attempt: Attempt,
  { paymentId, cardLast4, card, now }: { paymentId: string; cardLast4: string | null; card?: string; now: Date },
): Promise<boolean> {
  const asked = {
    provider_payment: paymentId,
    card_last4: cardLast4,
    card_fingerprint: card ?? null,
    state: nextState('created', 'asked')!,
  }
  return db.transaction().execute(async (trx) => {
    const { customer_id: customerId, item_kind: kind, item_id: itemId } = attempt
    const item = await lockItem(trx, { customerId, kind, itemId })
    if (!item.isPayable || item.amountPendingCents !== attempt.amount_cents) return false
    return (await changeCreated(trx, attempt, { ...asked, updated_at: now })) !== undefined
  })
}

/** Closes an attempt whose money nobody has asked for yet, so that nobody will. Answers it as it is then. */
export async function closeUnasked(db: Database, attempt: Attempt, now: Date): Promise<Attempt> {
  const closed = { state: nextState('created', 'declined')!, error_code: 'payment_intent_unexpected_state' }
  const row = await changeCreated(db, attempt, { ...closed, updated_at: now })
  return attemptOf(row ?? (await attemptRow(db, keyOf(attempt)).executeTakeFirstOrThrow()))
}

// Asking for the money and closing an attempt exclude each other: whoever leaves `created` first decides.
function changeCreated(db: Database, attempt: Attempt, change: Updateable<PaymentAttempt>) {
  const { customerId, attemptId } = keyOf(attempt)
  return db
    .updateTable('payment_attempt')
    .set(change)
    .where('customer_id', '=', customerId)
    .where('payment_attempt_id', '=', attemptId)
    .where('state', '=', 'created' satisfies AttemptState)
    .returningAll()
    .executeTakeFirst()
}

/** Open attempts about which nobody has heard for a while, each at most once per pause, whoever else is asking. */
export async function claimDueAttempts(db: Database, { now, limit }: { now: Date; limit: number }): Promise<Attempt[]> {
  const due = await db
    .selectFrom('payment_attempt')
    .where('state', 'in', openStates)
    .where('check_at', '<=', now)
    .orderBy('check_at')
    .limit(limit)
    .selectAll()
    .execute()
  const claimed = await Promise.all(due.map((attempt) => claim(db, attempt, now)))
  return claimed.flatMap((attempt) => (attempt ? [attemptOf(attempt)] : []))
}

function claim(
  db: Database,
  { customer_id, payment_attempt_id, check_at, created_at }: Selectable<PaymentAttempt>,
  now: Date,
) {
  const ageSeconds = (now.getTime() - created_at.getTime()) / 1000
  return db
    .updateTable('payment_attempt')
    .set({ check_at: secondsAfter(now, secondsToNextCheck(ageSeconds)) })
    .where('customer_id', '=', customer_id)
    .where('payment_attempt_id', '=', payment_attempt_id)
    .where('check_at', '=', check_at)
    .returningAll()
    .executeTakeFirst()
}

/** By which an attempt is known, with the holder it is kept by. */
export function keyOf({ customer_id, payment_attempt_id }: Attempt): AttemptKey {
  return { customerId: customer_id, attemptId: payment_attempt_id }
}

/** The row of an attempt, as a query to be finished. */
export function attemptRow(db: Database, { customerId, attemptId }: AttemptKey) {
  return db
    .selectFrom('payment_attempt')
    .where('customer_id', '=', customerId)
    .where('payment_attempt_id', '=', attemptId)
    .selectAll()
}

function attemptsOfItem(db: Database, { customerId, kind, itemId }: ItemKey) {
  return db
    .selectFrom('payment_attempt')
    .where('customer_id', '=', customerId)
    .where('item_kind', '=', kind)
    .where('item_id', '=', itemId)
    .selectAll()
}

/** A row as an attempt: the database checks these words, which the types of its rows do not know. */
export function attemptOf(row: Selectable<PaymentAttempt>): Attempt {
  return row as Attempt
}

function secondsAfter(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000)
}
