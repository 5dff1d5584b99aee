import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { RegisterFacts } from './check/bill-facts.ts'
import { isOfSpans, type PointSpan, spanRows } from './span-rows.ts'

/** The days of a bill at a supply point. */
export type RegisterQuery = PointSpan & { energy: 'electricity' | 'gas' }
type BillQuery = RegisterQuery & { bill: number }

/** Returns what the registers say of the energy of each query; null where a reading is missing. */
export async function readRegisters(
  db: Database,
  queries: readonly RegisterQuery[],
): Promise<(RegisterFacts | null)[]> {
  const ofEnergy = (energy: RegisterQuery['energy']) =>
    queries.flatMap((query, bill) => (query.energy === energy ? [{ ...query, bill }] : []))
  const byBill = new Map([
    ...(await readElectricityRegisters(db, ofEnergy('electricity'))),
    ...(await readGasRegisters(db, ofEnergy('gas'))),
  ])
  return queries.map((_, bill) => byBill.get(bill) ?? null)
}

type ElectricityRow = { place: number; start_wh: string[]; end_wh: string[]; is_estimated: boolean }

/** Registers show what they did as a day began. */
async function readElectricityRegisters(
  db: Database,
  queries: readonly BillQuery[],
): Promise<[bill: number, RegisterFacts][]> {
  if (queries.length === 0) return []
  const { rows } = await sql<ElectricityRow>`
    select place, opening.register_wh::text[] as start_wh, closing.register_wh::text[] as end_wh,
      opening.is_estimated or closing.is_estimated as is_estimated
    from ${spanRows(queries)}
      join meter_reading opening on opening.supply_point_id = span.point_id and opening.day = span.first_day
      join meter_reading closing on closing.supply_point_id = opening.supply_point_id and closing.day = span.last_day + 1
    where ${isOfSpans('opening', queries)} and ${isOfSpans('closing', queries)}`.execute(db)
  return rows.flatMap(({ place, start_wh, end_wh, is_estimated: isEstimated }): [number, RegisterFacts][] => {
    const energyWh = start_wh.map((wh, index) => Number(end_wh[index]) - Number(wh))
    // A register that ran backwards was replaced.
    return energyWh.every((wh) => wh >= 0) ? [[queries[place]!.bill, { energyWh, isEstimated }]] : []
  })
}

type GasRow = { place: number; day: MarketDay; energy_wh: string | null; is_estimated: boolean }

/** Readings of gas close a day; each has the energy since the one before. */
async function readGasRegisters(db: Database, queries: readonly BillQuery[]): Promise<[bill: number, RegisterFacts][]> {
  if (queries.length === 0) return []
  const { rows } = await sql<GasRow>`
    select place, day, energy_wh::text, is_estimated
    from ${spanRows(queries)}
      join gas_reading on gas_reading.supply_point_id = span.point_id and day between span.first_day - 1 and span.last_day
    where ${isOfSpans('gas_reading', queries)}`.execute(db)
  const byBill = Map.groupBy(rows, ({ place }) => queries[place]!.bill)
  return queries.flatMap(({ bill, ...days }): [number, RegisterFacts][] => {
    const facts = sumGas(days, byBill.get(bill) ?? [])
    return facts ? [[bill, facts]] : []
  })
}

function sumGas({ firstDay, lastDay }: DayRange, readings: readonly GasRow[]): RegisterFacts | null {
  const billed = readings.filter(({ day }) => day >= firstDay)
  const opensBefore = readings.length > billed.length
  const isComplete = opensBefore && billed.some(({ day }) => day === lastDay)
  if (!isComplete || billed.some(({ energy_wh }) => energy_wh === null)) return null
  return {
    energyWh: [billed.reduce((sum, { energy_wh }) => sum + Number(energy_wh), 0)],
    isEstimated: readings.some(({ is_estimated }) => is_estimated),
  }
}
