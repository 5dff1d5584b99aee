import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { conflict, type LineFate, unknownReference } from '#kit/server/told-line.ts'
import { because } from '#vocabulary/told-reasons.ts'
import type { BatteryLine, ToldEntry, ToldShare } from './battery-line.ts'

/**
 * Keeps solar wallets by their holder and key, with shares and entries of their ledgers, within a transaction. One that stood
 * here before under the same name, without a key, is taken for the same. Answers what became of each.
 */
export async function storeBatteries(db: Database, lines: readonly BatteryLine[]): Promise<LineFate[]> {
  const fates: LineFate[] = []
  for (const line of lines) fates.push(await wholly(db, () => storeBattery(db, line)))
  return fates
}

/** A wallet that is refused leaves nothing behind, though others of the same transaction stay. */
async function wholly(db: Database, store: () => Promise<LineFate>): Promise<LineFate> {
  await sql`savepoint wallet`.execute(db)
  const fate = await store().catch((error: { constraint?: string }) => {
    if (error.constraint !== 'battery_is_shared_once') throw error
    return conflict('shares', because('shared_out'))
  })
  await sql.raw('refusal' in fate ? 'rollback to savepoint wallet' : 'release savepoint wallet').execute(db)
  return fate
}

type Place = {
  customerId: number
  batteryId: number
  /** The holder's contracts and invoices by name and number. */
  contracts: ReadonlyMap<string, number>
  invoices: ReadonlyMap<string, number>
}

async function storeBattery(db: Database, line: BatteryLine): Promise<LineFate> {
  const holder = await db
    .selectFrom('customer')
    .where('tax_id', '=', line.customer)
    .select('customer_id as customerId')
    .executeTakeFirst()
  if (!holder) return unknownReference('customer', because('customer_unknown', { key: line.customer }))
  const { customerId } = holder
  const contracts = await contractIds(db, customerId, namesIn(line, 'contract'))
  const invoices = await invoiceIds(db, customerId, namesIn(line, 'invoice'))
  const missing = missingReference(line, contracts, invoices)
  if (missing) return missing
  const place = { customerId, batteryId: await batteryId(db, customerId, line), contracts, invoices }
  for (const share of line.shares) await storeShare(db, place, share)
  for (const entry of line.entries) {
    const refusal = await storeEntry(db, place, entry)
    if (refusal) return refusal
  }
  return { changed: true }
}

function namesIn({ shares, entries }: BatteryLine, member: 'contract' | 'invoice'): string[] {
  const named = member === 'contract' ? [...shares, ...entries].map(({ contract }) => contract) : []
  const billed = member === 'invoice' ? entries.map(({ invoice }) => invoice) : []
  return [...new Set([...named, ...billed])].filter((name) => name !== null)
}

function missingReference(
  { shares, entries }: BatteryLine,
  contracts: ReadonlyMap<string, number>,
  invoices: ReadonlyMap<string, number>,
): LineFate | undefined {
  for (const { contract } of [...shares, ...entries])
    if (contract !== null && !contracts.has(contract))
      return unknownReference('contract', because('contract_not_theirs', { key: contract }))
  for (const { invoice } of entries)
    if (invoice !== null && !invoices.has(invoice))
      return unknownReference('invoice', because('invoice_not_theirs', { key: invoice }))
}

async function contractIds(db: Database, customerId: number, names: readonly string[]) {
  const rows = await db
    .selectFrom('contract')
    .where('customer_id', '=', customerId)
    .where(sql<boolean>`name = any(${names})`)
    .select(['name', 'contract_id'])
    .execute()
  return new Map(rows.map(({ name, contract_id }) => [name, contract_id]))
}

async function invoiceIds(db: Database, customerId: number, numbers: readonly string[]) {
  const rows = await db
    .selectFrom('invoice')
    .where('customer_id', '=', customerId)
    .where(sql<boolean>`number = any(${numbers})`)
    .select(['number', 'invoice_id'])
    .execute()
  return new Map(rows.map(({ number, invoice_id }) => [number, invoice_id]))
}

/** The id of a wallet, which is made where there is none. */
async function batteryId(db: Database, customerId: number, { key, name }: BatteryLine): Promise<number> {
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

/** A share is known by its contract and its first day. */
async function storeShare(db: Database, { customerId, batteryId, contracts }: Place, share: ToldShare) {
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

/** An entry of the ledger stays as it was written. */
async function storeEntry(
  db: Database,
  { customerId, batteryId, contracts, invoices }: Place,
  { key, bookedOn, amountCents, reason, contract, invoice }: ToldEntry,
): Promise<LineFate | undefined> {
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
  if (!isSame) return conflict('entries', because('entry_differs', { key }))
}
