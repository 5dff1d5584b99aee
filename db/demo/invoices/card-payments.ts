import { createHash } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { insertRows } from '#kit/server/bulk-rows.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import { startOf } from '#vocabulary/market-time.ts'
import type { DemoHolder } from '../customers/demo-holder.ts'
import type { StoredDraft } from './load-invoices.ts'

const lunchMs = 13.5 * msPerHour

const succeeded = { state: 'succeeded', card_last4: '4242', error_code: null }
const declined = { state: 'failed', card_last4: '0002', error_code: 'card_declined' }

/**
 * Inserts the payments of invoices that their holder has paid on the portal, so that their receipts exist. A holder
 * with an unpaid returned invoice has a failed attempt with a declined card.
 */
export async function loadCardPayments(db: Database, invoices: readonly StoredDraft[], holder: DemoHolder) {
  const attempts = invoices.flatMap(({ contracted, invoiceId, bill, outcome: billOutcome }) => {
    const paid = billOutcome.history.find(({ state }) => state === 'paid_by_card')
    const returned =
      billOutcome.paidStatus === 'unpaid' && billOutcome.history.find(({ state }) => state === 'returned')
    const attempt = paid ?? returned
    if (!attempt) return []
    const at = new Date(startOf(attempt.day, 'Europe/Madrid').getTime() + lunchMs).toISOString()
    const id = demoUuidOf(`${contracted.supply.contract} ${attempt.day}`)
    const item = { item_kind: 'invoice', item_id: invoiceId, amount_cents: bill.totalCents }
    const outcome = paid ? succeeded : declined
    return [{ at, key: { customer_id: contracted.customerId, payment_attempt_id: id }, item, outcome }]
  })
  await insertRows(db, {
    table: 'payment_attempt',
    rows: attempts.map(({ at, key, item, outcome }) => ({
      ...key,
      ...item,
      ...outcome,
      platform: 'sandbox',
      provider_method: `pm_${key.payment_attempt_id}`,
      provider_payment: `pi_${key.payment_attempt_id}`,
      paid_by_email: holder.email,
      created_at: at,
      updated_at: at,
      check_at: at,
    })),
  })
  const entries = attempts.filter(({ outcome }) => outcome === succeeded)
  await insertRows(db, { table: 'payment_entry', rows: entries.map(({ at, key, item }) => ({ ...key, ...item, at })) })
  const refunded = holder.login === 'anna' ? entries.slice(0, 1) : []
  await storeInSandbox(db, attempts, refunded)
  await storeRefunds(db, refunded)
}

type CardAttempt = {
  at: string
  key: { customer_id: number; payment_attempt_id: string }
  item: { item_kind: string; item_id: number; amount_cents: number }
  outcome: typeof succeeded | typeof declined
}

/** The sandbox stores them too, so that it can be queried about them and refund them. */
async function storeInSandbox(db: Database, attempts: readonly CardAttempt[], refunded: readonly CardAttempt[]) {
  const idOf = ({ key }: CardAttempt) => key.payment_attempt_id
  await insertRows(db, {
    table: 'sandbox_method',
    rows: attempts.map((attempt) => ({
      method_id: `pm_${idOf(attempt)}`,
      fate: attempt.outcome === succeeded ? 'success' : 'generic_decline',
      last4: attempt.outcome.card_last4,
      created_at: attempt.at,
    })),
  })
  await insertRows(db, {
    table: 'sandbox_payment',
    rows: attempts.map((attempt) => ({
      payment_id: `pi_${idOf(attempt)}`,
      idempotency_key: idOf(attempt),
      client_secret: `secret_${idOf(attempt)}`,
      method_id: `pm_${idOf(attempt)}`,
      amount_cents: attempt.item.amount_cents,
      description: '',
      metadata: {
        attempt_id: idOf(attempt),
        customer_id: String(attempt.key.customer_id),
        ...(refunded.includes(attempt) && { [`refund:${refundIdOf(attempt)}`]: String(courtesyCents) }),
      },
      status: attempt.outcome === succeeded ? 'succeeded' : 'declined',
      error_code: attempt.outcome.error_code,
      decline_code: null,
      created_at: attempt.at,
    })),
  })
}

const courtesyCents = 500

function refundIdOf({ key }: CardAttempt): string {
  return demoUuidOf(`refund ${key.payment_attempt_id}`)
}

/** Inserts a partial refund that the retailer has made as a courtesy. */
async function storeRefunds(db: Database, attempts: readonly CardAttempt[]) {
  const refunds = attempts.map((attempt) => ({ ...attempt, refund_id: refundIdOf(attempt) }))
  await insertRows(db, {
    table: 'payment_refund',
    rows: refunds.map(({ at, key, refund_id }) => ({
      ...key,
      refund_id,
      amount_cents: courtesyCents,
      state: 'made',
      source: 'desk',
      reason: 'Cortesía por la lectura que llegó tarde',
      provider_refund: refund_id,
      ordered_at: at,
      updated_at: at,
      ask_at: at,
    })),
  })
  await insertRows(db, {
    table: 'payment_refund_entry',
    rows: refunds.map(({ at, key, item, refund_id }) => ({
      ...key,
      ...item,
      refund_id,
      amount_cents: courtesyCents,
      at,
    })),
  })
}

/** Returns a UUID that is always the same for the same name. */
export function demoUuidOf(name: string): string {
  const hex = createHash('sha256').update(`Demo Energia ${name}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
