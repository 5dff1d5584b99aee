import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { constraintOf } from '#kit/server/database-errors.ts'
import { type LineResult, refuseConflict, refuseUnknownReference } from '#kit/server/import-line-result.ts'
import { rejectionReason } from '#vocabulary/rejection-reasons.ts'
import type { BatteryLine, ImportedEntry, ImportedShare } from './battery-line.ts'

/**
 * Stores solar wallets (batteries) by holder and key, with shares and ledger entries, within a transaction. An existing
 * one with the same name and no key is treated as the same. Returns the result of each line.
 */
export async function storeBatteries(db: Database, lines: readonly BatteryLine[]): Promise<LineResult[]> {
  const results: LineResult[] = []
  for (const line of lines) results.push(await inSavepoint(db, () => storeBattery(db, line)))
  return results
}

/** Runs within a savepoint, so that a refused battery is rolled back while others of the same transaction stay. */
async function inSavepoint(db: Database, store: () => Promise<LineResult>): Promise<LineResult> {
  await sql`savepoint wallet`.execute(db)
  const result = await store().catch((error: unknown) => {
    if (constraintOf(error) !== 'battery_is_shared_once') throw error
    return refuseConflict('shares', rejectionReason('shared_out'))
  })
  await sql.raw('refusal' in result ? 'rollback to savepoint wallet' : 'release savepoint wallet').execute(db)
  return result
}

type BatteryContext = {
  customerId: number
  batteryId: number
  /** The holder's contracts by name and invoices by number. */
  contracts: ReadonlyMap<string, number>
  invoices: ReadonlyMap<string, number>
}

async function storeBattery(db: Database, line: BatteryLine): Promise<LineResult> {
  const holder = await db
    .selectFrom('customer')
    .where('tax_id', '=', line.customer)
    .select('customer_id as customerId')
    .executeTakeFirst()
  if (!holder) return refuseUnknownReference('customer', rejectionReason('customer_unknown', { key: line.customer }))
  const { customerId } = holder
  const contracts = await findContractIds(db, customerId, collectNames(line, 'contract'))
  const invoices = await findInvoiceIds(db, customerId, collectNames(line, 'invoice'))
  const missing = findMissingReference(line, contracts, invoices)
  if (missing) return missing
  const context = { customerId, batteryId: await findOrCreateBattery(db, customerId, line), contracts, invoices }
  for (const share of line.shares) await storeShare(db, context, share)
  for (const entry of line.entries) {
    const refusal = await storeEntry(db, context, entry)
    if (refusal) return refusal
  }
  return { changed: true }
}

function collectNames({ shares, entries }: BatteryLine, member: 'contract' | 'invoice'): string[] {
  const named = member === 'contract' ? [...shares, ...entries].map(({ contract }) => contract) : []
  const billed = member === 'invoice' ? entries.map(({ invoice }) => invoice) : []
  return [...new Set([...named, ...billed])].filter((name) => name !== null)
}

function findMissingReference(
  { shares, entries }: BatteryLine,
  contracts: ReadonlyMap<string, number>,
  invoices: ReadonlyMap<string, number>,
): LineResult | undefined {
  for (const { contract } of [...shares, ...entries])
    if (contract !== null && !contracts.has(contract))
      return refuseUnknownReference('contract', rejectionReason('contract_not_theirs', { key: contract }))
  for (const { invoice } of entries)
    if (invoice !== null && !invoices.has(invoice))
      return refuseUnknownReference('invoice', rejectionReason('invoice_not_theirs', { key: invoice }))
}

async function findContractIds(db: Database, customerId: number, names: readonly string[]) {
  const rows = await db
    .selectFrom('contract')
    .where('customer_id', '=', customerId)
    .where(sql<boolean>`name = any(${names})`)
    .select(['name', 'contract_id'])
    .execute()
  return new Map(rows.map(({ name, contract_id }) => [name, contract_id]))
}

async function findInvoiceIds(db: Database, customerId: number, numbers: readonly string[]) {
  const rows = await db
    .selectFrom('invoice')
    .where('customer_id', '=', customerId)
    .where(sql<boolean>`number = any(${numbers})`)
    .select(['number', 'invoice_id'])
    .execute()
  return new Map(rows.map(({ number, invoice_id }) => [number, invoice_id]))
}

/** Returns the id of a battery, which is created if it does not exist. */
async function findOrCreateBattery(db: Database, customerId: number, { key, name }: BatteryLine): Promise<number> {
  await sql`
    update battery set known_as = ${key}
    where customer_id = ${customerId} and battery_id = (
      select min(battery_id) from battery
      where customer_id = ${customerId} and name = ${name} and known_as is null
    ) and not exists (select from battery where customer_id = ${customerId} and known_as = ${key})`.execute(db)
  const { battery_id } = await db
    .insertInto('battery')
    .values({ customer_id: customerId, known_as: key, name })
    .onConflict((conflict) => conflict.columns(['customer_id', 'known_as']).doUpdateSet({ name }))
    .returning('battery_id')
    .executeTakeFirstOrThrow()
  return battery_id
}

/** Stores a share, identified by its contract and first day. */
async function storeShare(db: Database, { customerId, batteryId, contracts }: BatteryContext, share: ImportedShare) {
  const values = { percentage: share.percentage, ends_on: share.endsOn, is_origin: share.isOrigin }
  const key = { customer_id: customerId, battery_id: batteryId, contract_id: contracts.get(share.contract)! }
  const { numUpdatedRows } = await db
    .updateTable('battery_link')
    .set(values)
    .where('customer_id', '=', key.customer_id)
    .where('battery_id', '=', key.battery_id)
    .where('contract_id', '=', key.contract_id)
    .where('starts_on', '=', share.startsOn)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return
  await db
    .insertInto('battery_link')
    .values({ ...key, ...values, starts_on: share.startsOn })
    .execute()
}

/** Stores an entry of the ledger. Existing entries are immutable. */
async function storeEntry(
  db: Database,
  { customerId, batteryId, contracts, invoices }: BatteryContext,
  { key, bookedOn, amountCents, reason, contract, invoice }: ImportedEntry,
): Promise<LineResult | undefined> {
  const row = {
    customer_id: customerId,
    battery_id: batteryId,
    known_as: key,
    booked_on: bookedOn,
    amount_cents: amountCents,
    reason,
    contract_id: contract === null ? null : contracts.get(contract)!,
    invoice_id: invoice === null ? null : invoices.get(invoice)!,
  }
  const before = await db
    .selectFrom('battery_entry')
    .where('customer_id', '=', customerId)
    .where('battery_id', '=', batteryId)
    .where('known_as', '=', key)
    .select(['booked_on', 'amount_cents', 'reason'])
    .executeTakeFirst()
  if (!before) {
    await db.insertInto('battery_entry').values(row).execute()
    return
  }
  const isSame = before.booked_on === bookedOn && before.amount_cents === amountCents && before.reason === reason
  if (!isSame) return refuseConflict('entries', rejectionReason('entry_differs', { key }))
}
