import { randomUUID } from 'node:crypto'
import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB, PaymentAttempt } from '#db/tables.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { type AttemptState, type ItemKind, nextState, secondsToNextCheck } from '../rules.ts'
import { type ItemKey, lockItem } from './items.ts'
import { chargedCents, owesOther, type SeenAmount } from './refuse-other-amount.ts'

/** An attempt to pay one item with one method. */
export type Attempt = Omit<Selectable<PaymentAttempt>, 'state' | 'item_kind'> & {
  state: AttemptState
  item_kind: ItemKind
}
export type AttemptKey = { customerId: number; attemptId: string }

const openStates: AttemptState[] = ['created', 'processing', 'requires_action', 'unknown']

/** Selects when the next open attempt is due for a check. */
export const nextCheckQuery = sql`
  select min(check_at) from payment_attempt where state in (${sql.join(openStates.map((state) => sql.lit(state)))})`

type NewAttempt = ItemKey &
  SeenAmount & {
    platform: string
    methodId: string
    userId: number
    requestId: string
    now: Date
  }

/**
 * Creates an attempt for the amount owed for an item, or a part of it, committed before the provider is called. Returns null if the
 * item cannot be paid (any more), or if another attempt is open: both are decided under one lock.
 * @throws Refused if the amount owed differs from the one seen.
 */
export async function createAttempt(db: Kysely<DB>, input: NewAttempt): Promise<Attempt | null> {
  const { customerId, kind, itemId, platform, methodId, userId, requestId, now } = input
  return db.transaction().execute(async (trx) => {
    const item = await lockItem(trx, input)
    if (!item.isPayable) return null
    const amountCents = chargedCents(item, input)
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
        amount_cents: amountCents,
        is_part: input.isPart ?? false,
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

/** Returns the open attempt of an item, if there is one. */
export async function findOpenAttempt(
  db: Database,
  { customerId, kind, itemId }: ItemKey,
): Promise<Attempt | undefined> {
  const row = await selectAttemptsOfItem(db, { customerId, kind, itemId })
    .where('state', 'in', openStates)
    .executeTakeFirst()
  return row && attemptOf(row)
}

/** Returns the last successful attempt for an item, optionally only one with this method. */
export async function findPaidAttempt(
  db: Database,
  { methodId, ...item }: ItemKey & { methodId?: string },
): Promise<Attempt | undefined> {
  const paid = selectAttemptsOfItem(db, item).where('state', '=', 'succeeded').orderBy('created_at', 'desc').limit(1)
  const row = await (methodId ? paid.where('provider_method', '=', methodId) : paid).executeTakeFirst()
  return row && attemptOf(row)
}

/** Returns the attempt of one of these holders that has this payment id at the provider. */
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
 * Saves the provider's payment id of an attempt and marks the charge as requested. Returns false if the attempt has
 * been closed meanwhile or another amount is owed: then it must not be charged.
 */
export async function markChargeRequested(
  db: Kysely<DB>,
  attempt: Attempt,
  { paymentId, cardLast4, card, now }: { paymentId: string; cardLast4: string | null; card?: string; now: Date },
): Promise<boolean> {
  const change = {
    provider_payment: paymentId,
    card_last4: cardLast4,
    card_fingerprint: card ?? null,
    state: nextState('created', 'asked')!,
  }
  return db.transaction().execute(async (trx) => {
    const { customer_id: customerId, item_kind: kind, item_id: itemId } = attempt
    const item = await lockItem(trx, { customerId, kind, itemId })
    if (owesOther(item, attempt)) return false
    return (await updateCreatedAttempt(trx, attempt, { ...change, updated_at: now })) !== undefined
  })
}

/** Closes an attempt whose charge has not been requested yet, so that it never will be. Returns its current state. */
export async function closeBeforeCharge(db: Database, attempt: Attempt, now: Date): Promise<Attempt> {
  const closed = { state: nextState('created', 'declined')!, error_code: 'payment_intent_unexpected_state' }
  const row = await updateCreatedAttempt(db, attempt, { ...closed, updated_at: now })
  return attemptOf(row ?? (await selectAttempt(db, attemptKeyOf(attempt)).executeTakeFirstOrThrow()))
}

// Requesting the charge and closing an attempt exclude each other: the first one to leave `created` decides.
function updateCreatedAttempt(db: Database, attempt: Attempt, change: Updateable<PaymentAttempt>) {
  const { customerId, attemptId } = attemptKeyOf(attempt)
  return db
    .updateTable('payment_attempt')
    .set(change)
    .where('customer_id', '=', customerId)
    .where('payment_attempt_id', '=', attemptId)
    .where('state', '=', 'created' satisfies AttemptState)
    .returningAll()
    .executeTakeFirst()
}

/** Claims open attempts that are due for a check, each at most once per pause across all servers. */
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

/** Returns the key of an attempt, with its holder. */
export function attemptKeyOf({ customer_id, payment_attempt_id }: Attempt): AttemptKey {
  return { customerId: customer_id, attemptId: payment_attempt_id }
}

/** Returns a query for the row of an attempt, to be extended. */
export function selectAttempt(db: Database, { customerId, attemptId }: AttemptKey) {
  return db
    .selectFrom('payment_attempt')
    .where('customer_id', '=', customerId)
    .where('payment_attempt_id', '=', attemptId)
    .selectAll()
}

function selectAttemptsOfItem(db: Database, { customerId, kind, itemId }: ItemKey) {
  return db
    .selectFrom('payment_attempt')
    .where('customer_id', '=', customerId)
    .where('item_kind', '=', kind)
    .where('item_id', '=', itemId)
    .selectAll()
}

/** Converts a row to an attempt. The database constrains the values, which the row types do not express. */
export function attemptOf(row: Selectable<PaymentAttempt>): Attempt {
  return row as Attempt
}

function secondsAfter(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000)
}

/** Removes an e-mail address from the attempts that were paid under it. */
export async function removePayerEmail(db: Database, email: string) {
  await sql`update payment_attempt set paid_by_email = '' where lower(paid_by_email) = lower(${email})`.execute(db)
}
