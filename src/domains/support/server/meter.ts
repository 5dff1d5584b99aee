import { type SqlBool, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { addDays, dayCount, type MarketDay } from '#vocabulary/day.ts'
import { energyPeriodCount, energyTariffs } from '#vocabulary/tariff-periods.ts'
import type { KnownMeter, Reading } from '../rules.ts'

export type MeteredContract = {
  customerId: number
  contractId: number
  supplyPointId: number
  energy: 'electricity' | 'gas'
  tariff: string
}

/** What a case keeps of a reading: amounts in Wh, or in litres of gas. */
export type StoredReading = { day: MarketDay; amounts: number[] }

// What is usual is told by the last year of readings, or by the last three months of the curve.
const readingDays = 400
const curveDays = 90

/** What is known of the meter of a contract: by its readings, those that its customer has sent, and its curve. */
export async function knownMeter(db: Database, contract: MeteredContract, today: MarketDay): Promise<KnownMeter> {
  const registers = registersOf(contract)
  const fits = ({ amounts }: Reading) => amounts.length === registers
  const read = (await readingsOf(db, contract, today)).filter(fits)
  const sent = (await sentReadings(db, contract)).filter(fits)
  const all = [...read, ...sent].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
  const usualPerDay = usualOf(all) ?? (contract.energy === 'gas' ? null : await usualOfCurve(db, contract, today))
  return { registers, last: all.at(-1) ?? null, usualPerDay }
}

/** One register per period in which the tariff bills energy; a gas meter has one. */
function registersOf({ energy, tariff }: MeteredContract): number {
  const known = energy === 'gas' ? undefined : energyTariffs.find((name) => name === tariff)
  return known ? energyPeriodCount(known) : 1
}

// What is stored of gas is energy, while its meter shows volume: only what customers have sent can be compared.
async function readingsOf(db: Database, { supplyPointId, energy }: MeteredContract, today: MarketDay) {
  if (energy === 'gas') return []
  const rows = await db
    .selectFrom('meter_reading')
    .where('supply_point_id', '=', supplyPointId)
    .where('day', '>=', addDays(today, -readingDays))
    .select(['day', 'register_wh'])
    .execute()
  return rows.map(({ day, register_wh }): Reading => ({ day, amounts: register_wh.map(Number) }))
}

async function sentReadings(db: Database, { customerId, contractId }: MeteredContract): Promise<Reading[]> {
  const rows = await db
    .selectFrom('support_case')
    .where('customer_id', '=', customerId)
    .where('contract_id', '=', contractId)
    .where('reading', 'is not', null)
    .where('state', '<>', 'denied')
    .orderBy('case_id')
    .select('reading')
    .execute()
  return rows.map(({ reading }) => reading as unknown as StoredReading)
}

function usualOf(readings: readonly Reading[]): number[] | null {
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last || first.day === last.day) return null
  const days = dayCount(first.day, last.day) - 1
  return last.amounts.map((amount, register) => Math.max(0, (amount - first.amounts[register]!) / days))
}

async function usualOfCurve(db: Database, { supplyPointId }: MeteredContract, today: MarketDay) {
  const isRecent = sql<SqlBool>`supply_point_id = ${supplyPointId} and day >= ${addDays(today, -curveDays)}::date`
  const { rows } = await sql<{ usual: number[] | null }>`
    select array_agg(usual order by period) as usual from (
      select period, avg(wh)::float8 as usual
      from curve_day, unnest(import_period_wh) with ordinality as registers (wh, period)
      where ${isRecent}
      group by period
    ) as periods`.execute(db)
  return rows[0]?.usual ?? null
}
