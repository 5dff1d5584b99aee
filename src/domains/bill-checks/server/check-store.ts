import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { upsertRows } from '#kit/server/bulk-rows.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import type { BillCheck } from '../bill-check.ts'
import type { BillFacts } from './check/bill-facts.ts'
import { rulesVersion } from './check/check-bill.ts'
import { customerIdsOf, type InvoiceId } from './load-bill-facts.ts'

/** A verdict with the version of what was known when it was computed. */
export type VersionedCheck = InvoiceId & { factsVersion: string; check: BillCheck }

const figureVersions = new WeakMap<RegulatedPrices, string>()

/** Returns the version of what is known of a bill: another one whenever any fact or regulated price differs. */
export function factsVersionOf(facts: BillFacts, figures: RegulatedPrices): string {
  const figuresVersion = figureVersions.get(figures) ?? hash(JSON.stringify(figures))
  figureVersions.set(figures, figuresVersion)
  return hash(`${figuresVersion} ${JSON.stringify(facts)}`)
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 24)
}

/** Returns the facts' versions that these rules have judged for some bills, by `customer invoice`. */
export async function readCheckedVersions(db: Database, keys: readonly InvoiceId[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ customer_id: number; invoice_id: number; facts_version: string }>`
    select stored.customer_id, stored.invoice_id, facts_version
    from unnest(${keys.map(({ customerId }) => customerId)}::bigint[], ${keys.map(({ invoiceId }) => invoiceId)}::bigint[])
        as wanted (customer_id, invoice_id)
      join bill_check stored using (customer_id, invoice_id)
    where ${isOneOf('stored.customer_id', customerIdsOf(keys))} and rules_version = ${rulesVersion}`.execute(db)
  return new Map(rows.map((row) => [`${row.customer_id} ${row.invoice_id}`, row.facts_version]))
}

/** Stores verdicts, each in place of the earlier one of its bill. Their lines are computed whenever they are shown. */
export async function storeChecks(db: Database, checks: readonly VersionedCheck[], now: Date) {
  await upsertRows(db, {
    table: 'bill_check',
    key: ['customer_id', 'invoice_id'],
    rows: checks.map(({ customerId, invoiceId, factsVersion, check }) => ({
      ...{ customer_id: customerId, invoice_id: invoiceId, state: check.state, rules_version: rulesVersion },
      ...{ difference_cents: check.differenceCents, facts_version: factsVersion, checked_at: now },
    })),
  })
}
