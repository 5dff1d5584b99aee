import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import {
  type GasMonth,
  gasMonths,
  gasReadings,
  type InvoicedGas,
  type ReadGas,
  type SentGasReading,
} from '../gas-rules.ts'
import { type DayRange, readRange } from '../rules.ts'
import { findGasReadings } from './gas-reading-store.ts'

/** A gas contract with the days on which its meter is its holder's to see. */
export type GasContract = {
  customerId: number
  contractId: number
  supplyPointId: number
  cups: string
  held: DayRange
}

const firstOfAll = '1900-01-01'
const lastOfAll = '9999-12-31'

/** A gas contract, or undefined when it is not the holder's. */
export async function findGasContract(
  db: Database,
  { customerIds, contractId }: { customerIds: number[]; contractId: number },
): Promise<GasContract | undefined> {
  const row = await db
    .selectFrom('contract')
    .where('customer_id', '=', sql<number>`any(${customerIds})`)
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
      // The reading with which a supply begins is of the evening before.
      held: { start: row.starts_on ? addDays(row.starts_on, -1) : firstOfAll, end: row.ends_on ?? lastOfAll },
    }
  )
}

export type GasConsumption = { range: DayRange; span: DayRange | null; months: GasMonth[]; readings: ReadGas[] }

/** What a gas contract used over a range, by default the last twelve months that are invoiced; null when the range makes no sense. */
export async function readGas(
  db: Database,
  { contract, asked, now }: { contract: GasContract; asked: { start?: string; end?: string }; now: Date },
): Promise<GasConsumption | null> {
  const [invoices, readings] = [await invoicedGas(db, contract), await allReadings(db, contract)]
  const today = marketDayOf(now, 'Europe/Madrid')
  const billedUntil = invoices.reduce<MarketDay | null>(
    (last, { lastDay }) => (last && last > lastDay ? last : lastDay),
    null,
  )
  const readUntil = readings[0]?.day ?? null
  const range = readRange('monthly', asked, billedUntil ?? readUntil ?? today)
  if (!range) return null
  const isLatest = asked.start === undefined
  const isShown = ({ day }: ReadGas) => day >= addDays(range.start, -1) && (isLatest || day <= range.end)
  return {
    range,
    span: spanOf(invoices, readings),
    months: gasMonths(invoices, range),
    readings: readings.filter(isShown),
  }
}

function spanOf(invoices: readonly InvoicedGas[], readings: readonly ReadGas[]): DayRange | null {
  const days = [
    ...invoices.flatMap(({ firstDay, lastDay }) => [firstDay, lastDay]),
    ...readings.map(({ day }) => day),
  ].sort()
  const [start, end] = [days[0], days.at(-1)]
  return start && end ? { start, end } : null
}

/** What was billed, without what was taken back. */
async function invoicedGas(db: Database, { customerId, contractId }: GasContract): Promise<InvoicedGas[]> {
  const { rows } = await sql<InvoicedGas>`
    select starts_on as "firstDay", ends_on as "lastDay", energy_wh::float8 as "energyWh"
    from invoice
    where customer_id = ${customerId} and contract_id = ${contractId} and rectificative_type not in ('A', 'B')
      and not exists (
        select from invoice later
        where later.customer_id = invoice.customer_id and later.rectifies_invoice_id = invoice.invoice_id
          and later.rectificative_type in ('A', 'B', 'R'))
    order by starts_on`.execute(db)
  return rows
}

async function allReadings(db: Database, contract: GasContract): Promise<ReadGas[]> {
  const distributor = await findGasReadings(db, { supplyPointId: contract.supplyPointId, ...contract.held })
  return gasReadings(distributor, await sentReadings(db, contract))
}

/** What the holder has sent of the meter and the retailer has not turned down; of a day the last one counts. */
async function sentReadings(db: Database, { customerId, contractId }: GasContract): Promise<SentGasReading[]> {
  const { rows } = await sql<SentGasReading>`
    select distinct on (reading ->> 'day') reading ->> 'day' as day,
      (reading -> 'amounts' ->> 0)::float8 as "registerLitres"
    from support_case
    where customer_id = ${customerId} and contract_id = ${contractId} and reading is not null and state <> 'denied'
    order by reading ->> 'day', case_id desc`.execute(db)
  return rows
}
