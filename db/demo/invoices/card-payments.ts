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
}

/** An id that is always the same for the same thing. */
export function demoUuid(name: string): string {
  const hex = createHash('sha256').update(`Demo Energia ${name}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
