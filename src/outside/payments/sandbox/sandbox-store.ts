import { randomBytes } from 'node:crypto'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { DB, SandboxPayment } from '#db/tables.ts'
import type { Cents } from '#vocabulary/money.ts'
import { declineOf, type TestCardResult } from './test-cards.ts'

type Database = Kysely<DB>
export type PaymentRow = Selectable<SandboxPayment>
export type PaymentStatus = 'requires_confirmation' | 'requires_action' | 'succeeded' | 'declined' | 'canceled'
type PaymentChange = { status: PaymentStatus; error_code?: string | null; decline_code?: string | null }

/** Stores the result of a test card, and nothing that identifies the card. */
export async function addMethod(
  db: Database,
  { fate, last4, now }: { fate: TestCardResult; last4: string; now: Date },
): Promise<string> {
  const method_id = newId('pm')
  await db.insertInto('sandbox_method').values({ method_id, fate, last4, created_at: now }).execute()
  return method_id
}

export type PaymentDraft = {
  idempotencyKey: string
  methodId: string
  amountCents: Cents
  description: string
  metadata: Record<string, string>
  now: Date
}

/**
 * Creates a payment, or returns the one created earlier with the same key; null if there is no such method.
 * @throws if the key was used for another payment.
 */
export async function preparePayment(
  db: Database,
  { idempotencyKey, methodId, amountCents, description, metadata, now }: PaymentDraft,
): Promise<{ payment: PaymentRow; last4: string } | null> {
  const method = await db.selectFrom('sandbox_method').where('method_id', '=', methodId).selectAll().executeTakeFirst()
  if (!method) return null
  await db
    .insertInto('sandbox_payment')
    .values({
      payment_id: newId('pi'),
      idempotency_key: idempotencyKey,
      client_secret: newId('secret'),
      method_id: methodId,
      amount_cents: amountCents,
      description,
      metadata: JSON.stringify(metadata),
      status: 'requires_confirmation' satisfies PaymentStatus,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .execute()
  const payment = await db
    .selectFrom('sandbox_payment')
    .where('idempotency_key', '=', idempotencyKey)
    .selectAll()
    .executeTakeFirstOrThrow()
  if (payment.method_id !== methodId || payment.amount_cents !== amountCents)
    throw new Error(`The idempotency key ${idempotencyKey} was used for another payment.`)
  return { payment, last4: method.last4 }
}

/** Charges a payment's card with the result of the test card. Repeating it changes nothing. */
export function confirmPayment(db: Database, { paymentId, now }: { paymentId: string; now: Date }) {
  return changePayment(db, { paymentId, now }, (payment, fate) =>
    payment.status === 'requires_confirmation' ? chargeCard(fate) : null,
  )
}

/**
 * Records the holder's answer to the bank's question. Only the first one counts; the caller checks the payment's
 * secret.
 */
export function authenticatePayment(
  db: Database,
  { paymentId, isApproved, now }: { paymentId: string; isApproved: boolean; now: Date },
) {
  return changePayment(db, { paymentId, now }, (payment) => {
    if (payment.status !== 'requires_action') return null
    return isApproved
      ? { status: 'succeeded' }
      : { status: 'declined', error_code: 'payment_intent_authentication_failure' }
  })
}

/** Cancels a payment that has not succeeded. */
export function cancelPayment(db: Database, { paymentId, now }: { paymentId: string; now: Date }) {
  return changePayment(db, { paymentId, now }, (payment) =>
    payment.status === 'requires_confirmation' || payment.status === 'requires_action' ? { status: 'canceled' } : null,
  )
}

/** Refunds this amount of a payment, once per id. Returns false if it exceeds what was charged and not yet refunded. */
export function refundPayment(
  db: Database,
  { paymentId, refundId, amountCents, now }: { paymentId: string; refundId: string; amountCents: Cents; now: Date },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const payment = await trx
      .selectFrom('sandbox_payment')
      .where('payment_id', '=', paymentId)
      .where('status', '=', 'succeeded' satisfies PaymentStatus)
      .selectAll()
      .forUpdate()
      .executeTakeFirst()
    const refunds = payment ? refundsOf(payment) : {}
    if (refundId in refunds) return refunds[refundId] === amountCents
    const givenCents = Object.values(refunds).reduce((sum, cents) => sum + cents, 0)
    if (!payment || givenCents + amountCents > payment.amount_cents) return false
    const metadata = { ...(payment.metadata as object), [refundPrefix + refundId]: String(amountCents) }
    const changed = await trx
      .updateTable('sandbox_payment')
      .set({ metadata: JSON.stringify(metadata) })
      .where('payment_id', '=', paymentId)
      .returningAll()
      .executeTakeFirstOrThrow()
    const refund: PublicRefund = { id: refundId, amount_cents: amountCents }
    await addReport(trx, { type: 'refund.made', payment: toPublicPayment(changed), refund }, now)
    return true
  })
}

/** Returns the successful payments of a period, with the refunds of each. */
export async function succeededPayments(db: Database, { from, until }: { from: Date; until: Date }) {
  const rows = await db
    .selectFrom('sandbox_payment')
    .innerJoin('sandbox_method', 'sandbox_method.method_id', 'sandbox_payment.method_id')
    .where('status', '=', 'succeeded' satisfies PaymentStatus)
    .where('sandbox_payment.created_at', '>=', from)
    .where('sandbox_payment.created_at', '<', until)
    .selectAll('sandbox_payment')
    .select('last4')
    .execute()
  return rows.map((row) => ({
    ...row,
    refundedCents: Object.values(refundsOf(row)).reduce((sum, cents) => sum + cents, 0),
  }))
}

const refundPrefix = 'refund:'

function refundsOf({ metadata }: PaymentRow): Record<string, Cents> {
  return Object.fromEntries(
    Object.entries(metadata as Record<string, string>).flatMap(([name, cents]) =>
      name.startsWith(refundPrefix) ? [[name.slice(refundPrefix.length), Number(cents)]] : [],
    ),
  )
}

/** Returns the current state of a payment. */
export function findPayment(db: Database, paymentId: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('sandbox_payment').where('payment_id', '=', paymentId).selectAll().executeTakeFirst()
}

function chargeCard(charge: TestCardResult): PaymentChange {
  if (charge === 'authentication') return { status: 'requires_action' }
  const decline = declineOf(charge)
  if (!decline) return { status: 'succeeded' }
  return { status: 'declined', error_code: decline.code, decline_code: decline.declineCode }
}

// A change and its report are stored together: what has happened will be reported, however often the program stops in
// between.
async function changePayment(
  db: Database,
  { paymentId, now }: { paymentId: string; now: Date },
  decide: (payment: PaymentRow, fate: TestCardResult) => PaymentChange | null,
): Promise<PaymentRow | undefined> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('sandbox_payment')
      .innerJoin('sandbox_method', 'sandbox_method.method_id', 'sandbox_payment.method_id')
      .where('payment_id', '=', paymentId)
      .selectAll('sandbox_payment')
      .select('fate')
      .forUpdate('sandbox_payment')
      .executeTakeFirst()
    if (!row) return undefined
    const { fate, ...payment } = row
    const change = decide(payment, fate as TestCardResult)
    if (!change) return payment
    const changed = await trx
      .updateTable('sandbox_payment')
      .set(change)
      .where('payment_id', '=', paymentId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await reportChange(trx, changed, now)
    return changed
  })
}

const reportedStatuses: Partial<Record<PaymentStatus, string>> = {
  succeeded: 'payment.succeeded',
  declined: 'payment.declined',
  canceled: 'payment.canceled',
}

async function reportChange(trx: Transaction<DB>, payment: PaymentRow, now: Date) {
  const type = reportedStatuses[payment.status as PaymentStatus]
  if (type) await addReport(trx, { type, payment: toPublicPayment(payment) }, now)
}

type SandboxEvent = { type: string; payment: PublicPayment; refund?: PublicRefund }

async function addReport(trx: Transaction<DB>, event: SandboxEvent, now: Date) {
  const event_id = newId('evt')
  const payload = { id: event_id, created: now.toISOString(), ...event }
  await trx
    .insertInto('sandbox_webhook')
    .values({ event_id, payload: JSON.stringify(payload), created_at: now, deliver_at: now })
    .execute()
}

export type PublicPayment = {
  id: string
  status: PaymentStatus
  amount_cents: number
  currency: string
  error_code: string | null
  decline_code: string | null
  metadata: Record<string, string>
}

export type PublicRefund = { id: string; amount_cents: number }

/** Returns a payment as the provider publishes it: without the secret, which is for the browser only. */
export function toPublicPayment(payment: PaymentRow): PublicPayment {
  const { payment_id: id, amount_cents, error_code, decline_code } = payment
  const metadata = payment.metadata as Record<string, string>
  return {
    id,
    status: payment.status as PaymentStatus,
    amount_cents,
    currency: 'EUR',
    error_code,
    decline_code,
    metadata,
  }
}

function newId(prefix: string): string {
  return `${prefix}_${randomBytes(18).toString('base64url').replace(/[-_]/g, '0')}`
}
