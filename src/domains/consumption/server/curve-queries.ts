import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { type MarketTimeZone, marketDayOf } from '#vocabulary/market-time.ts'
import { type EnergyTariff, type TariffZone, timeZoneOfTariffZone, zoneOfProvince } from '#vocabulary/tariff-periods.ts'
import { type CurveSource, type CurveStep, mostDaysAhead } from '../curve.ts'
import { mergedSources, panelSources } from '../merge-sources.ts'
import type { DayRange } from '../rules.ts'
import { type Dated, energyTariffOf, inForceOn, type SupplyTerms, usualTariff, zoneOn } from '../supply-terms.ts'
import { provincesOf, tariffsOfContract } from './supply-points.ts'

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
      sql<Dated<string>[] | null>`${provincesOf('contract')}`.as('provinces'),
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

/** The first and the last day until today of which a point tells its holder anything. */
export async function findDataSpan(
  db: Database,
  { supplyPointId, held }: ContractPoint,
  now: Date,
): Promise<DayRange | null> {
  const end = earlier(held.end, addDays(marketDayOf(now, 'Europe/Madrid'), mostDaysAhead))
  const days = db
    .selectFrom('curve_day')
    .where('supply_point_id', '=', supplyPointId)
    .where('day', '>=', held.start)
    .where('day', '<=', end)
    .select('day')
  const first = await days.orderBy('day', 'asc').limit(1).executeTakeFirst()
  const last = await days.orderBy('day', 'desc').limit(1).executeTakeFirst()
  return first && last ? { start: first.day, end: last.day } : null
}

/**
 * The shortest intervals in which a point's days are measured, whatever view asks; null when nothing is known of them. What is
 * told of panels counts only where nothing else is told.
 */
export async function findFinestStep(
  db: Database,
  { point: { supplyPointId, held }, range }: OfPoint & { range: DayRange },
): Promise<CurveStep | null> {
  const { finest } = await db
    .selectFrom('curve_day')
    .where('supply_point_id', '=', supplyPointId)
    .where('day', '>=', later(range.start, held.start))
    .where('day', '<=', earlier(range.end, held.end))
    .select(
      sql<CurveStep | null>`coalesce(
        min(step_minutes) filter (where source <> all(${panelSources}::text[])), min(step_minutes))`.as('finest'),
    )
    .executeTakeFirstOrThrow()
  return finest
}

/**
 * Several kinds of file may tell the same day: what is billed comes first, then what is firm, then what is provisional, then
 * what customers downloaded elsewhere, and last what is told of panels, whose import is the energy they covered.
 */
export const bestFirst: CurveSource[] = [
  'F5D',
  'F1',
  'P1',
  'P2',
  'P1D',
  'P2D',
  'P5D',
  'datadis',
  'e-distribucion',
  'i-de',
  'ufd',
  'endesa',
  'csv',
  'A5D',
  'B5D',
  'medidas',
]

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

type OfPoint = { point: Pick<ContractPoint, 'supplyPointId' | 'held'> }

/** The curves of a point's days, each made of all sources that tell it; with `finest` by quarter hours where there are any. */
export async function readDays(
  db: Database,
  { point: { supplyPointId, held }, range, finest = false }: OfPoint & { range: DayRange; finest?: boolean },
): Promise<KeptDay[]> {
  const isWanted = sql`day >= ${later(range.start, held.start)} and day <= ${earlier(range.end, held.end)}`
  return readMerged(db, { supplyPointId, isWanted, finest })
}

/** The same of single days, which are the point's to tell. */
export async function readSingleDays(
  db: Database,
  { point: { supplyPointId }, days }: OfPoint & { days: readonly MarketDay[] },
): Promise<KeptDay[]> {
  return readMerged(db, { supplyPointId, isWanted: sql`day = any(${days}::date[])`, finest: false })
}

async function readMerged(
  db: Database,
  { supplyPointId, isWanted, finest }: { supplyPointId: number; isWanted: RawBuilder<unknown>; finest: boolean },
): Promise<KeptDay[]> {
  const { rows } = await sql<KeptDay>`
    select day, source, step_minutes as "stepMinutes", import_wh as "importWh", export_wh as "exportWh",
      reactive_varh as "reactiveVarh", quality
    from curve_day where supply_point_id = ${supplyPointId} and ${isWanted} order by day`.execute(db)
  const byRank = (one: KeptDay, other: KeptDay) => bestFirst.indexOf(one.source) - bestFirst.indexOf(other.source)
  const merged: KeptDay[] = []
  for (let at = 0, end = 0; at < rows.length; at = end) {
    while (end < rows.length && rows[end]!.day === rows[at]!.day) end++
    merged.push(end - at === 1 ? rows[at]! : mergedSources(rows.slice(at, end).sort(byRank), { finest }))
  }
  return merged
}

function later(one: MarketDay, other: MarketDay): MarketDay {
  return one > other ? one : other
}

function earlier(one: MarketDay, other: MarketDay): MarketDay {
  return one < other ? one : other
}
