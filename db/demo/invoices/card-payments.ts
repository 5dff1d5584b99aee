import { createHash } from 'node:crypto'
import type { Database } from '#db/database.ts'
import { insertRows } from '#kit/server/bulk-rows.ts'
import { startOf } from '#vocabulary/market-time.ts'
import type { DemoHolder } from '../cast/demo-holder.ts'
import type { StoredDraft } from './load-invoices.ts'

const lunchMs = 13.5 * 3_600_000

const succeeded = { state: 'succeeded', card_last4: '4242', error_code: null }
const declined = { state: 'failed', card_last4: '0002', error_code: 'card_declined' }

/**
 * Books the payments of invoices that their holder has paid on the portal, so that their receipts are there. Who owes one
 * that the bank has returned has tried as well, with a card that was declined.
 */
export async function loadCardPayments(db: Database, invoices: readonly StoredDraft[], holder: DemoHolder) {
  const attempts = invoices.flatMap(({ contracted, invoiceId, bill, fate }) => {
    const paid = fate.history.find(({ state }) => state === 'paid_by_card')
    const returned = fate.paidStatus === 'unpaid' && fate.history.find(({ state }) => state === 'returned')
    const tried = paid ?? returned
    if (!tried) return []
    const at = new Date(startOf(tried.day, 'Europe/Madrid').getTime() + lunchMs).toISOString()
    const id = demoUuid(`${contracted.supply.contract} ${tried.day}`)
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
  await keepInSandbox(db, attempts, refunded)
  await giveBack(db, refunded)
}

type Tried = {
  at: string
  key: { customer_id: number; payment_attempt_id: string }
  item: { item_kind: string; item_id: number; amount_cents: number }
  outcome: typeof succeeded | typeof declined
}

/** The sandbox knows them too, so that it can be asked about them and give them back. */
async function keepInSandbox(db: Database, attempts: readonly Tried[], refunded: readonly Tried[]) {
  const idOf = ({ key }: Tried) => key.payment_attempt_id
  await insertRows(db, {
    table: 'sandbox_method',
    rows: attempts.map((tried) => ({
      method_id: `pm_${idOf(tried)}`,
      fate: tried.outcome === succeeded ? 'success' : 'generic_decline',
      last4: tried.outcome.card_last4,
      created_at: tried.at,
    })),
  })
  await insertRows(db, {
    table: 'sandbox_payment',
    rows: attempts.map((tried) => ({
      payment_id: `pi_${idOf(tried)}`,
      idempotency_key: idOf(tried),
      client_secret: `secret_${idOf(tried)}`,
      method_id: `pm_${idOf(tried)}`,
      amount_cents: tried.item.amount_cents,
      description: '',
      metadata: {
        attempt_id: idOf(tried),
        customer_id: String(tried.key.customer_id),
        ...(refunded.includes(tried) && { [`refund:${refundIdOf(tried)}`]: String(courtesyCents) }),
      },
      status: tried.outcome === succeeded ? 'succeeded' : 'declined',
      error_code: tried.outcome.error_code,
      decline_code: null,
      created_at: tried.at,
    })),
  })
}

const courtesyCents = 500

function refundIdOf({ key }: Tried): string {
  return demoUuid(`refund ${key.payment_attempt_id}`)
}

/** Part of a payment that the retailer has given back, out of courtesy. */
async function giveBack(db: Database, paid: readonly Tried[]) {
  const refunds = paid.map((tried) => ({ ...tried, refund_id: refundIdOf(tried) }))
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

/** An id that is always the same for the same thing. */
export function demoUuid(name: string): string {
  const hex = createHash('sha256').update(`Demo Energia ${name}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
