import { type Kysely, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { CapturedPayment, Payments } from '#outside/payments/payments.ts'
import { type AttemptState, type ItemKind, mismatchOf } from '../rules.ts'
import { attemptOf, attemptRow } from './attempt-store.ts'
import { recordOutcome } from './record-outcome.ts'
import { refundedCentsOf } from './refund-store.ts'

/**
 * How a payment that its provider has taken stands here: booked, missing and to be booked, of another amount than was asked
 * for, of nothing that is known here, none of ours, or given back there and not here.
 */
export type ComparisonResult = 'booked' | 'missing' | 'mismatch' | 'unknown_item' | 'foreign' | 'refund_missing'
export type Compared = { captured: CapturedPayment; result: ComparisonResult }

type Compare = { platform: string; payments: Payments; from: Date; until: Date; now: Date; isBooked: boolean }

/**
 * Compares what a provider has taken with what is booked, as after a backup was restored, and books what is missing where
 * that is asked for. @throws when the provider lists no payments.
 */
export async function compareCaptured(db: Kysely<DB>, compare: Compare): Promise<Compared[]> {
  const { platform, payments, from, until, now, isBooked } = compare
  if (!payments.listCaptured) throw new Error(`${platform} lists no payments.`)
  const compared: Compared[] = []
  for await (const captured of payments.listCaptured({ from, until })) {
    const result = await resultOf(db, platform, captured)
    if (result === 'missing' && isBooked) await book(db, { platform, captured, now })
    compared.push({ captured, result })
  }
  return compared.sort((one, other) => one.captured.at.getTime() - other.captured.at.getTime())
}

async function resultOf(db: Database, platform: string, captured: CapturedPayment): Promise<ComparisonResult> {
  const { attemptId, customerId, paymentId, amountCents, currency, refundedCents } = captured
  if (attemptId === null || customerId === null) return 'foreign'
  const row = await attemptRow(db, { attemptId, customerId }).executeTakeFirst()
  if (!row) {
    if (currency !== 'EUR') return 'mismatch'
    return (await itemOf(db, captured)) ? 'missing' : 'unknown_item'
  }
  const attempt = attemptOf(row)
  if (mismatchOf(attempt, { platform, paymentId, currency, amountCents })) return 'mismatch'
  if (attempt.state !== 'succeeded') return 'missing'
  return (await refundedCentsOf(db, attempt)) < refundedCents ? 'refund_missing' : 'booked'
}

type Recovered = { platform: string; captured: CapturedPayment; now: Date }

async function book(db: Kysely<DB>, { platform, captured, now }: Recovered) {
  const { attemptId, customerId, amountCents, paymentId, cardLast4 } = captured
  const key = { attemptId: attemptId!, customerId: customerId! }
  await db.transaction().execute(async (trx) => {
    if (!(await attemptRow(trx, key).executeTakeFirst())) await restoreAttempt(trx, { platform, captured, now })
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

/** An attempt that the backup does not have. It begins as one that is over, since another may be open for the same item. */
async function restoreAttempt(db: Database, { platform, captured, now }: Recovered) {
  const item = (await itemOf(db, captured))!
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

type ItemRow = { kind: ItemKind; id: number; email: string | null }

/** What was paid: that of its holder whose number the provider was told; undefined where that is not one thing. */
async function itemOf(db: Database, { customerId, description }: CapturedPayment): Promise<ItemRow | undefined> {
  const { rows } = await sql<ItemRow>`
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
