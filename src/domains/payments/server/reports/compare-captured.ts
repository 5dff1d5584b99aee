import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { CapturedPayment, PaymentProvider } from '#outside/payments/payment-provider.ts'
import { type AttemptState, findMismatch, type ItemKind } from '../../rules.ts'
import { attemptOf, selectAttempt } from '../attempt-store.ts'
import { recordOutcome } from '../record-outcome.ts'
import { sumRefundedCents } from '../refunds/refund-store.ts'

/**
 * The result of comparing a payment taken by the provider: booked here, missing and bookable, differing from the
 * requested amount, for an unknown item, not from this portal, or refunded there but not here.
 */
export type ComparisonResult = 'booked' | 'missing' | 'mismatch' | 'unknown_item' | 'foreign' | 'refund_missing'
export type ComparedPayment = { captured: CapturedPayment; result: ComparisonResult }

type ComparisonInput = {
  platform: string
  payments: PaymentProvider
  from: Date
  until: Date
  now: Date
  booksMissing: boolean
}

/**
 * Compares the payments taken by a provider with those booked here, for example after restoring a backup, and books
 * missing ones on request. @throws if the provider cannot list payments.
 */
export async function compareCaptured(db: Kysely<DB>, input: ComparisonInput): Promise<ComparedPayment[]> {
  const { platform, payments, from, until, now, booksMissing } = input
  if (!payments.listCaptured) throw new Error(`${platform} cannot list payments.`)
  const compared: ComparedPayment[] = []
  for await (const captured of payments.listCaptured({ from, until })) {
    const result = await comparePayment(db, platform, captured)
    if (result === 'missing' && booksMissing) await bookRecoveredPayment(db, { platform, captured, now })
    compared.push({ captured, result })
  }
  return compared.sort((one, other) => one.captured.at.getTime() - other.captured.at.getTime())
}

async function comparePayment(db: Database, platform: string, captured: CapturedPayment): Promise<ComparisonResult> {
  const { attemptId, customerId, paymentId, amountCents, currency, refundedCents } = captured
  if (attemptId === null || customerId === null) return 'foreign'
  const row = await selectAttempt(db, { attemptId, customerId }).executeTakeFirst()
  if (!row) {
    if (currency !== 'EUR') return 'mismatch'
    return (await findPaidItem(db, captured)) ? 'missing' : 'unknown_item'
  }
  const attempt = attemptOf(row)
  if (findMismatch(attempt, { platform, paymentId, currency, amountCents })) return 'mismatch'
  if (attempt.state !== 'succeeded') return 'missing'
  return (await sumRefundedCents(db, attempt)) < refundedCents ? 'refund_missing' : 'booked'
}

type RecoveredPayment = { platform: string; captured: CapturedPayment; now: Date }

async function bookRecoveredPayment(db: Kysely<DB>, { platform, captured, now }: RecoveredPayment) {
  const { attemptId, customerId, amountCents, paymentId, cardLast4 } = captured
  const key = { attemptId: attemptId!, customerId: customerId! }
  await db.transaction().execute(async (trx) => {
    if (!(await selectAttempt(trx, key).executeTakeFirst())) await restoreAttempt(trx, { platform, captured, now })
    else
      await trx
        .updateTable('payment_attempt')
        .set({ provider_payment: paymentId })
        .where('customer_id', '=', key.customerId)
        .where('payment_attempt_id', '=', key.attemptId)
        .where('provider_payment', 'is', null)
        .execute()
    const outcome = { kind: 'succeeded' as const, amountCents, ...(cardLast4 && { cardLast4 }) }
    await recordOutcome(trx, { ...key, outcome, now })
    const subject = `payment:${key.attemptId}`
    await writeAudit(trx, {
      action: 'payment_recovered',
      customerId: key.customerId,
      subject,
      after: { amountCents, platform },
    })
  })
}

/**
 * Restores an attempt that the backup lacks. Its initial state is a closed one, because another attempt may be open for
 * the same item.
 */
async function restoreAttempt(db: Database, { platform, captured, now }: RecoveredPayment) {
  const item = (await findPaidItem(db, captured))!
  const { attemptId, customerId, amountCents, paymentId, methodId, cardLast4, at } = captured
  await db
    .insertInto('payment_attempt')
    .values({
      customer_id: customerId!,
      payment_attempt_id: attemptId!,
      item_kind: item.kind,
      item_id: item.id,
      amount_cents: amountCents,
      platform,
      provider_method: methodId,
      provider_payment: paymentId,
      card_last4: cardLast4,
      state: 'failed' satisfies AttemptState,
      paid_by_email: item.email ?? '',
      created_at: at,
      updated_at: now,
      check_at: now,
    })
    .execute()
}

type PaidItemRow = { kind: ItemKind; id: number; email: string | null }

/**
 * Returns the paid item: the one of this holder whose number was sent to the provider; undefined unless there is
 * exactly one.
 */
async function findPaidItem(
  db: Database,
  { customerId, description }: CapturedPayment,
): Promise<PaidItemRow | undefined> {
  const { rows } = await sql<PaidItemRow>`
    select item.kind, item.id, (
      select email from user_account join user_customer using (user_id)
      where user_customer.customer_id = ${customerId} order by user_id limit 1) as email
    from (
      select 'invoice' as kind, invoice_id as id from invoice where customer_id = ${customerId} and number = ${description}
      union all
      select 'multipoint_invoice', multipoint_invoice_id from multipoint_invoice
      where customer_id = ${customerId} and number = ${description}) as item`.execute(db)
  return rows.length === 1 ? rows[0] : undefined
}
