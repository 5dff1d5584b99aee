import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { visibleInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import {
  type CustomerGasReading,
  computeGasMonths,
  type GasMonth,
  type GasReadingWithUsage,
  type InvoicedGas,
  mergeGasReadings,
} from '../../gas-rules.ts'
import { type CurveRange, resolveRange } from '../../rules.ts'
import { findGasReadings } from './gas-reading-store.ts'

/** A gas contract with the range of days on which its holder may see the meter. */
export type GasContract = {
  customerId: number
  contractId: number
  supplyPointId: number
  cups: string
  visibleRange: CurveRange
}

const minDay = '1900-01-01'
const maxDay = '9999-12-31'

/** Returns a gas contract, or undefined if it is not the holder's. */
export async function findGasContract(
  db: Database,
  { customerIds, contractId }: { customerIds: number[]; contractId: number },
): Promise<GasContract | undefined> {
  const row = await db
    .selectFrom('contract')
    .where(isOneOf('customer_id', customerIds))
    .where('contract_id', '=', contractId)
    .where('energy', '=', 'gas')
    .select(['customer_id', 'supply_point_id', 'cups', 'starts_on', 'ends_on'])
    .executeTakeFirst()
  return (
    row && {
      customerId: row.customer_id,
      contractId,
      supplyPointId: row.supply_point_id,
      cups: row.cups,
      // The initial reading of a supply is dated the evening before.
      visibleRange: { start: row.starts_on ? addDays(row.starts_on, -1) : minDay, end: row.ends_on ?? maxDay },
    }
  )
}

export type GasConsumption = {
  range: CurveRange
  span: CurveRange | null
  months: GasMonth[]
  readings: GasReadingWithUsage[]
}

/**
 * Returns the consumption of a gas contract over a range, by default the last twelve invoiced months. Null if the range
 * is invalid.
 */
export async function queryGasConsumption(
  db: Database,
  { contract, requested, now }: { contract: GasContract; requested: { start?: string; end?: string }; now: Date },
): Promise<GasConsumption | null> {
  const { invoices, readings } = await findGasHistory(db, contract)
  const today = marketDayOf(now, 'Europe/Madrid')
  const billedUntil = invoices.reduce<MarketDay | null>(
    (last, { lastDay }) => (last && last > lastDay ? last : lastDay),
    null,
  )
  const readUntil = readings[0]?.day ?? null
  const range = resolveRange('monthly', requested, billedUntil ?? readUntil ?? today)
  if (!range) return null
  const isLatest = requested.start === undefined
  const isShown = ({ day }: GasReadingWithUsage) => day >= addDays(range.start, -1) && (isLatest || day <= range.end)
  return {
    range,
    span: spanOf(invoices, readings),
    months: computeGasMonths(invoices, range),
    readings: readings.filter(isShown),
  }
}

/** What is known of the gas of a contract: what was invoiced, and all readings, newest first. */
export type GasHistory = { invoices: InvoicedGas[]; readings: GasReadingWithUsage[] }

/** Returns what is known of the gas of a contract. */
export async function findGasHistory(db: Database, contract: GasContract): Promise<GasHistory> {
  return { invoices: await findInvoicedGas(db, contract), readings: await findAllReadings(db, contract) }
}

function spanOf(invoices: readonly InvoicedGas[], readings: readonly GasReadingWithUsage[]): CurveRange | null {
  const days = [
    ...invoices.flatMap(({ firstDay, lastDay }) => [firstDay, lastDay]),
    ...readings.map(({ day }) => day),
  ].sort()
  const [start, end] = [days[0], days.at(-1)]
  return start && end ? { start, end } : null
}

/** Returns the invoiced gas, without cancelling invoices and without those that were cancelled or replaced. */
async function findInvoicedGas(db: Database, { customerId, contractId }: GasContract): Promise<InvoicedGas[]> {
  const { rows } = await sql<InvoicedGas>`
    select starts_on as "firstDay", ends_on as "lastDay", energy_wh as "energyWh"
    from ${visibleInvoices} invoice
    where customer_id = ${customerId} and contract_id = ${contractId} and rectificative_type not in ('A', 'B')
      and not exists (
        select from ${visibleInvoices} later
        where later.customer_id = invoice.customer_id and later.rectifies_invoice_id = invoice.invoice_id
          and later.rectificative_type in ('A', 'B', 'R'))
    order by starts_on`.execute(db)
  return rows
}

async function findAllReadings(db: Database, contract: GasContract): Promise<GasReadingWithUsage[]> {
  const distributor = await findGasReadings(db, { supplyPointId: contract.supplyPointId, ...contract.visibleRange })
  return mergeGasReadings(distributor, await findCustomerReadings(db, contract))
}

/**
 * Returns the readings that the holder has submitted and the retailer has not rejected; the last one of each day
 * counts.
 */
async function findCustomerReadings(
  db: Database,
  { customerId, contractId }: GasContract,
): Promise<CustomerGasReading[]> {
  const { rows } = await sql<CustomerGasReading>`
    select distinct on (reading ->> 'day') reading ->> 'day' as day,
      (reading -> 'amounts' ->> 0)::float8 as "registerLitres"
    from support_case
    where customer_id = ${customerId} and contract_id = ${contractId} and reading is not null and state <> 'denied'
    order by reading ->> 'day', case_id desc`.execute(db)
  return rows
}
