import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { finishCorrectionsBy } from '#domains/collections/server/corrected-bills.ts'
import { announceArrivedInvoices } from '#domains/invoice-records/server/announcement-store.ts'
import { lockInvoiceImports } from '#domains/invoice-records/server/lock-imports.ts'
import { finishClosingBills } from '#domains/invoices/server/closing-bills.ts'
import type { InvoiceLine } from '#domains/invoices/server/import/invoice-line.ts'
import { prepareInvoices } from '#domains/invoices/server/import/store-invoices.ts'
import { storedSettings } from '#domains/retailer/server/live-settings.ts'
import { settingsFromStored } from '#domains/retailer/settings/by-path.ts'
import { queueEvents } from '#domains/webhooks/server/queue-event.ts'
import type { LineResult } from '#kit/server/import-line-result.ts'
import type { Files } from '#outside/files/files.ts'
import { type HoldRule, isHeldBy } from '../hold-rule.ts'
import { beginChecks, type CheckedInvoice } from './check-invoices.ts'
import { checkedDataOf, checkedEventOf } from './checked-event.ts'
import { holdBills, replaceHeldBills } from './hold-store.ts'
import { findInvoiceIds, type InvoiceId } from './load-bill-facts.ts'
import { recheckInvoices } from './recheck-invoices.ts'

/**
 * Saves invoices, checks them and announces those that are not held, in one transaction, so that nobody sees one that is
 * held. A bill that its customer has already stays visible as long as it arrives unchanged, even where it is wrong by what
 * has become known since; a corrected one replaces what was held.
 */
export async function storeCheckedInvoices(
  db: Database,
  invoices: readonly InvoiceLine[],
  { files, clock }: { files: Files; clock: () => Date },
): Promise<LineResult[]> {
  await lockInvoiceImports(db)
  const before = await readStoredBills(db, numbersOf(invoices))
  const storedBefore = new Set(before.map(({ number }) => number))
  const prepared = await prepareInvoices(db, invoices, { files })
  const checks = beginChecks(db)
  const alone = independentInvoices(prepared.accepted, storedBefore)
  await checks.addArriving(alone.map(prepared.rowOf))
  const storedAlone = await prepared.store(alone)
  const others = withoutInvoices(prepared.accepted, alone)
  await prepared.store(others)
  const results = await prepared.finish()
  const { settings } = settingsFromStored(await storedSettings(db))
  const now = clock()
  const visible = new Set(before.filter(({ isHeld }) => !isHeld).map(({ version }) => version))
  const stored = numbersOf(others)
  const again = await readStoredBills(
    db,
    stored.filter((number) => storedBefore.has(number)),
  )
  const arrived = await findInvoiceIds(
    db,
    stored.filter((number) => !storedBefore.has(number)),
  )
  await recheckInvoices(
    db,
    again.filter(({ version }) => visible.has(version)),
    now,
  )
  await checks.add([...arrived, ...again.filter(({ version }) => !visible.has(version))])
  const checked = await checks.store(now, storedAlone)
  const correcting = new Set(prepared.accepted.filter(prepared.isCorrection).map(({ number }) => number))
  await holdWrongInvoices(db, { checked, rule: settings.invoices, now })
  await announceArrivedInvoices(db, numbersOf(prepared.accepted), now)
  await finishClosingBills(
    db,
    checked.map(({ contractId }) => contractId),
    now,
  )
  await finishCorrectionsBy(
    db,
    [...checked, ...again].filter(({ number }) => correcting.has(number)),
    now,
  )
  return results
}

/**
 * Returns the invoices of an import that can be checked before the others are stored: those that come in for the first
 * time, correct none, and are the only ones of their contract. What is known of a bill depends on others of its contract.
 */
function independentInvoices(invoices: readonly InvoiceLine[], storedBefore: ReadonlySet<string>): InvoiceLine[] {
  const byContract = Map.groupBy(invoices, ({ contract }) => contract)
  return invoices.filter(
    ({ number, contract, rectifies }) =>
      rectifies === null && !storedBefore.has(number) && byContract.get(contract)!.length === 1,
  )
}

function withoutInvoices(invoices: readonly InvoiceLine[], taken: readonly InvoiceLine[]): InvoiceLine[] {
  const all = new Set(taken)
  return invoices.filter((invoice) => !all.has(invoice))
}

function numbersOf(invoices: readonly InvoiceLine[]): string[] {
  return invoices.map(({ number }) => number)
}

type Arrival = { checked: readonly CheckedInvoice[]; rule: HoldRule; now: Date }

async function holdWrongInvoices(db: Database, { checked, rule, now }: Arrival) {
  const fresh = checked.filter(({ isNew }) => isNew)
  const toHold = fresh.filter(({ check }) => isHeldBy(rule, check))
  await holdBills(db, toHold, now)
  await replaceHeldBills(
    db,
    fresh.filter((each) => each.isHeld && !toHold.includes(each)),
    now,
  )
  await queueEvents(
    db,
    [
      ...fresh.map(checkedEventOf),
      ...toHold.map((each) => ({ type: 'invoice.held' as const, data: checkedDataOf(each) })),
    ],
    now,
  )
}

/** A stored bill with the version of what it charges, which is another one once a corrected bill has come in. */
type StoredBill = InvoiceId & { number: string; isHeld: boolean; version: string }

/** Its payments are no part of a version, nor are the tariff and the product, which may be those of its contract now. */
async function readStoredBills(db: Database, numbers: readonly string[]): Promise<StoredBill[]> {
  if (numbers.length === 0) return []
  return db
    .selectFrom('invoice')
    .where(sql<boolean>`number = any(${numbers})`)
    .select(['customer_id as customerId', 'invoice_id as invoiceId', 'number', 'is_held as isHeld'])
    .select(
      sql<string>`md5(jsonb_build_array(invoice_id, issued_on, starts_on, ends_on, due_on, amount_total_cents,
        rectificative_type, rectifies_invoice_id, correction, content - 'tariff' - 'productName')::text)`.as('version'),
    )
    .execute()
}
