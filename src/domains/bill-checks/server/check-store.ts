import { hash } from 'node:crypto'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { BillCheck as BillCheckRow } from '#db/tables.ts'
import { computePerObject } from '#kit/compute-per-object.ts'
import { upsertRows } from '#kit/server/bulk-rows.ts'
import { inStoredOrder } from '#kit/server/stored-json.ts'
import type { WorkQueue } from '#kit/server/work-queue.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import type { BillCheck } from '../bill-check.ts'
import type { BillFacts } from './check/bill-facts.ts'
import { rulesVersion } from './check/check-bill.ts'
import type { InvoiceId } from './load-bill-facts.ts'

/** A verdict with the version of what was known when it was computed. */
export type VersionedCheck = InvoiceId & { factsVersion: string; check: BillCheck }

/** What is known of bills changes by imports, which come in once a day. */
const recheckedEverySeconds = 24 * 3_600

/** The bills by the time from which they are to be checked again, each as often as any other. */
export const recheckQueue: WorkQueue<Selectable<BillCheckRow>> = {
  table: 'bill_check',
  key: ['customer_id', 'invoice_id'],
  due: 'recheck_at',
  waiting: sql`recheck_at is not null`,
  pausesSeconds: [recheckedEverySeconds],
  isDistributed: true,
}

/** Checks some bills no more by themselves, because nothing that is known of them changes any more. */
export async function endRechecks(db: Database, bills: readonly InvoiceId[]) {
  for (const { customerId, invoiceId } of bills)
    await db
      .updateTable('bill_check')
      .set({ recheck_at: null })
      .where('customer_id', '=', customerId)
      .where('invoice_id', '=', invoiceId)
      .execute()
}

const figuresVersionOf = computePerObject((figures: RegulatedPrices) => hashOf(JSON.stringify(figures)))

/** Returns the version of what is known of a bill: another one whenever any fact or regulated price differs. */
export function factsVersionOf(facts: BillFacts, figures: RegulatedPrices): string {
  const { bill, overbilling } = facts
  // The members of what is not stored yet are in another order.
  const stored = {
    ...{ ...facts, bill: { ...bill, content: inStoredOrder(bill.content) } },
    ...(overbilling && { overbilling: { ...overbilling, correction: inStoredOrder(overbilling.correction) } }),
  }
  return hashOf(`${figuresVersionOf(figures)} ${JSON.stringify(stored)}`)
}

function hashOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 24)
}

/** The stored verdict on a bill. Its version is that of what these rules have judged; null if others have. */
export type StoredCheck = { state: string; differenceCents: number; factsVersion: string | null }

/** Selects the stored verdict on each `invoice` of a query with its `contract` as a `StoredCheck`; null before its first check. */
export function selectStoredCheck(ofHolders: (table: string) => RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`(
    select json_build_object('state', state, 'differenceCents', difference_cents,
      'factsVersion', case when rules_version = ${rulesVersion} then facts_version end)
    from bill_check stored
    where ${ofHolders('stored')} and stored.customer_id = contract.customer_id and stored.invoice_id = invoice.invoice_id)`
}

/** Stores verdicts, each in place of the earlier one of its bill. Their lines are computed whenever they are shown. */
export async function storeChecks(db: Database, checks: readonly VersionedCheck[], now: Date) {
  await upsertRows(db, {
    table: 'bill_check',
    key: ['customer_id', 'invoice_id'],
    rows: checks.map(({ customerId, invoiceId, factsVersion, check }) => ({
      ...{ customer_id: customerId, invoice_id: invoiceId, state: check.state, rules_version: rulesVersion },
      ...{ difference_cents: check.differenceCents, facts_version: factsVersion, checked_at: now },
      recheck_at: new Date(now.getTime() + recheckedEverySeconds * 1000),
    })),
  })
}
