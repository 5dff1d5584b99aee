import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { MarketTimeZone } from '#vocabulary/market-time.ts'
import { type EnergyTariff, type TariffZone, timeZoneOfTariffZone, zoneOfProvince } from '#vocabulary/tariff-periods.ts'
import type { CurveSource, CurveStep } from '../curve.ts'
import type { DayRange } from '../rules.ts'
import { type Dated, energyTariffOf, inForceOn, type SupplyTerms, usualTariff, zoneOn } from '../supply-terms.ts'
import { tariffsOfContract } from './supply-points.ts'

/** A contract's supply point with the days of it that are the contract's to see. */
export type ContractPoint = {
  supplyPointId: number
  cups: string
  /** Tariff and zone as they are now; null for gas. */
  tariff: EnergyTariff | null
  zone: TariffZone
  timeZone: MarketTimeZone
  /** Tariff and zone as they are on a day. */
  termsOn(day: MarketDay): SupplyTerms
  /** Whoever held the point before or after is somebody else. */
  held: DayRange
}

const firstOfAll = '1900-01-01'
const lastOfAll = '9999-12-31'

/** The supply point of a contract, or undefined when the contract is not the holder's. */
export async function findContractPoint(
  db: Database,
  { customerIds, contractId }: { customerIds: number[]; contractId: number },
): Promise<ContractPoint | undefined> {
  const row = await db
    .selectFrom('contract')
    .innerJoin('supply_point', 'supply_point.supply_point_id', 'contract.supply_point_id')
    .where('customer_id', '=', sql<number>`any(${customerIds})`)
    .where('contract_id', '=', contractId)
    .select(['contract.supply_point_id', 'contract.cups', 'tariff', 'province_code', 'starts_on', 'ends_on'])
    .select([
      sql<Dated<string>[]>`${tariffsOfContract}`.as('tariffs'),
      sql<Dated<string>[] | null>`(
        select json_agg(json_build_object('fromDay', from_day, 'value', zone.province_code)) from supply_zone zone
        where zone.supply_point_id = contract.supply_point_id)`.as('provinces'),
    ])
    .executeTakeFirst()
  if (!row) return undefined
  const zone = zoneOfProvince(row.province_code)
  return {
    supplyPointId: row.supply_point_id,
    cups: row.cups,
    tariff: energyTariffOf(row.tariff),
    zone,
    timeZone: timeZoneOfTariffZone(zone),
    termsOn: (day) => ({
      tariff: energyTariffOf(inForceOn(day, row.tariffs)) ?? usualTariff,
      zone: zoneOn(day, row.province_code, row.provinces ?? []),
    }),
    held: { start: row.starts_on ?? firstOfAll, end: row.ends_on ?? lastOfAll },
  }
}

/** The first and the last day of which a point tells its holder anything. */
export async function findDataSpan(db: Database, { supplyPointId, held }: ContractPoint): Promise<DayRange | null> {
  const days = db
    .selectFrom('curve_day')
    .where('supply_point_id', '=', supplyPointId)
    .where('day', '>=', held.start)
    .where('day', '<=', held.end)
    .select('day')
  const first = await days.orderBy('day', 'asc').limit(1).executeTakeFirst()
  const last = await days.orderBy('day', 'desc').limit(1).executeTakeFirst()
  return first && last ? { start: first.day, end: last.day } : null
}

// Several kinds of file may tell the same day: what is billed comes first, then what is firm, then what is provisional, then
// what is told of panels (whose import is the energy they covered), and last what customers downloaded elsewhere.
const bestFirst: CurveSource[] = [
  'F5D',
  'F1',
  'P1',
  'P2',
  'P1D',
  'P2D',
  'P5D',
  'A5D',
  'B5D',
  'medidas',
  'datadis',
  'e-distribucion',
  'i-de',
  'ufd',
  'endesa',
  'csv',
]

/** What a month or a day comes to. Periods are P1 first; null where nothing is told. */
export type SpanTotals = {
  /** The first day of the month, or the day. */
  firstDay: MarketDay
  importPeriodWh: number[]
  exportPeriodWh: number[] | null
  reactiveVarh: number | null
  /** Hours of the days that are told, of which the meter says nothing. */
  missingHours: number
  estimatedHours: number
  /** Hours of the days that are told, 23 or 25 where the clocks change. */
  toldHours: number
}

/** The totals of a point by month or day, from what is kept beside each day: a year is 365 rows, not 35,040. */
export async function readTotals(
  db: Database,
  { point, range, unit }: { point: ContractPoint; range: DayRange; unit: 'month' | 'day' },
): Promise<SpanTotals[]> {
  const { rows } = await sql<TotalsRow>`
    select date_trunc(${unit}, day)::date as first_day,
      array[sum(import_period_wh[1]), sum(import_period_wh[2]), sum(import_period_wh[3]),
            sum(import_period_wh[4]), sum(import_period_wh[5]), sum(import_period_wh[6])]::text[] as import_wh,
      array[sum(export_period_wh[1]), sum(export_period_wh[2]), sum(export_period_wh[3]),
            sum(export_period_wh[4]), sum(export_period_wh[5]), sum(export_period_wh[6])]::text[] as export_wh,
      sum(reactive_total_varh)::text as reactive_varh,
      (sum(missing_intervals * step_minutes) / 60.0)::float8 as missing_hours,
      (sum(coalesce(length(quality) - length(replace(quality, 'E', '')), 0) * step_minutes) / 60.0)::float8 as estimated_hours,
      (sum(cardinality(import_wh) * step_minutes) / 60.0)::float8 as told_hours
    from (
      select distinct on (day) * from curve_day
      where supply_point_id = ${point.supplyPointId} and day >= ${later(range.start, point.held.start)} and day <= ${earlier(range.end, point.held.end)}
      order by day, array_position(${bestFirst}::text[], source)
    ) best
    group by 1 order by 1`.execute(db)
  return rows.map((row) => ({
    firstDay: row.first_day,
    importPeriodWh: numbers(row.import_wh) ?? [],
    exportPeriodWh: numbers(row.export_wh),
    reactiveVarh: row.reactive_varh === null ? null : Number(row.reactive_varh),
    missingHours: row.missing_hours,
    estimatedHours: row.estimated_hours,
    toldHours: row.told_hours,
  }))
}

type TotalsRow = {
  first_day: MarketDay
  import_wh: (string | null)[]
  export_wh: (string | null)[]
  reactive_varh: string | null
  missing_hours: number
  estimated_hours: number
  told_hours: number
}

function numbers(sums: (string | null)[]): number[] | null {
  const told = sums.filter((sum) => sum !== null)
  return told.length ? told.map(Number) : null
}

/** One day's curve as it is kept. */
export type KeptDay = {
  day: MarketDay
  source: CurveSource
  stepMinutes: CurveStep
  importWh: (number | null)[]
  exportWh: (number | null)[] | null
  reactiveVarh: (number | null)[] | null
  quality: string | null
}

/** The curves of a point's days; with `finest`, of several that tell a day the one by quarter hours. */
export async function readDays(
  db: Database,
  {
    point,
    range,
    finest = false,
  }: { point: Pick<ContractPoint, 'supplyPointId' | 'held'>; range: DayRange; finest?: boolean },
): Promise<KeptDay[]> {
  const { rows } = await sql<KeptDay>`
    select distinct on (day) day, source, step_minutes as "stepMinutes", import_wh as "importWh", export_wh as "exportWh",
      reactive_varh as "reactiveVarh", quality
    from curve_day
    where supply_point_id = ${point.supplyPointId} and day >= ${later(range.start, point.held.start)} and day <= ${earlier(range.end, point.held.end)}
    order by day, case when ${finest}::boolean then step_minutes end, array_position(${bestFirst}::text[], source)`.execute(
    db,
  )
  return rows
}

function later(one: MarketDay, other: MarketDay): MarketDay {
  return one > other ? one : other
}

function earlier(one: MarketDay, other: MarketDay): MarketDay {
  return one < other ? one : other
}
