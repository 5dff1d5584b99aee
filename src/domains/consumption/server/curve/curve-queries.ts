import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { batchLoader } from '#kit/server/batch-loader.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { type MarketTimeZone, marketDayOf } from '#vocabulary/market-time.ts'
import { type EnergyTariff, type TariffZone, timeZoneOfTariffZone, zoneOfProvince } from '#vocabulary/tariff-periods.ts'
import { type CurveSource, type CurveStep, maxDaysAhead, type StoredDay } from '../../curve.ts'
import { mergeSources, panelSources } from '../../merge-sources.ts'
import type { CurveRange } from '../../rules.ts'
import {
  type DatedValue,
  defaultTariff,
  energyTariffOf,
  findValueInForce,
  findZoneOn,
  type SupplyTerms,
} from '../../supply-terms.ts'
import { selectProvincesOf, selectTariffsOfContract } from '../supply-points.ts'

/** A contract's supply point with the range of days that the contract may see. */
export type ContractPoint = {
  supplyPointId: number
  cups: string
  /** The current tariff and zone; null for gas. */
  tariff: EnergyTariff | null
  zone: TariffZone
  timeZone: MarketTimeZone
  /** Returns the tariff and zone on a day. */
  termsOn(day: MarketDay): SupplyTerms
  /** Earlier and later holders of the supply point are other customers. */
  visibleRange: CurveRange
  /** A different one whenever anything of the above differs, for caches of what is computed from a point. */
  cacheKey: string
}

const minDay = '1900-01-01'
const maxDay = '9999-12-31'

/** Returns the supply point of a contract, or undefined if the contract is not the holder's. */
export async function findContractPoint(
  db: Database,
  { customerIds, contractId }: { customerIds: number[]; contractId: number },
): Promise<ContractPoint | undefined> {
  const [row] = await selectContracts(db, { customerIds, contractIds: [contractId] })
  return row && contractPointOf(row)
}

/** Returns a `findContractPoint` that batches concurrent lookups into one query. */
export function createContractPointLookup(
  db: Database,
): (contract: { customerIds: number[]; contractId: number }) => Promise<ContractPoint | undefined> {
  type ContractKey = { customerId: number; contractId: number }
  const rowOf = batchLoader(async (keys: ContractKey[]) => {
    const rows = await selectContracts(db, {
      customerIds: [...new Set(keys.map(({ customerId }) => customerId))],
      contractIds: [...new Set(keys.map(({ contractId }) => contractId))],
    })
    const byContract = new Map(rows.map((row) => [row.contract_id, row]))
    const isOwn = ({ customerId, contractId }: ContractKey) => byContract.get(contractId)?.customer_id === customerId
    return new Map(keys.filter(isOwn).map((key) => [key, byContract.get(key.contractId)!]))
  })
  return async ({ customerIds, contractId }) => {
    const rows = await Promise.all(customerIds.map((customerId) => rowOf({ customerId, contractId })))
    const row = rows.find((each) => each !== undefined)
    return row && contractPointOf(row)
  }
}

type ContractRow = Awaited<ReturnType<typeof selectContracts>>[number]

function selectContracts(
  db: Database,
  { customerIds, contractIds }: { customerIds: readonly number[]; contractIds: readonly number[] },
) {
  return db
    .selectFrom('contract')
    .innerJoin('supply_point', 'supply_point.supply_point_id', 'contract.supply_point_id')
    .where(isOneOf('customer_id', customerIds))
    .where(isOneOf('contract_id', contractIds))
    .select(['customer_id', 'contract_id', 'contract.supply_point_id', 'contract.cups', 'tariff'])
    .select(['province_code', 'starts_on', 'ends_on'])
    .select([
      sql<DatedValue<string>[]>`${selectTariffsOfContract(customerIds)}`.as('tariffs'),
      sql<DatedValue<string>[] | null>`${selectProvincesOf('contract')}`.as('provinces'),
    ])
    .execute()
}

function contractPointOf(row: ContractRow): ContractPoint {
  const zone = zoneOfProvince(row.province_code)
  return {
    supplyPointId: row.supply_point_id,
    cups: row.cups,
    tariff: energyTariffOf(row.tariff),
    zone,
    timeZone: timeZoneOfTariffZone(zone),
    termsOn: (day) => ({
      tariff: energyTariffOf(findValueInForce(day, row.tariffs)) ?? defaultTariff,
      zone: findZoneOn(day, row.province_code, row.provinces ?? []),
    }),
    visibleRange: { start: row.starts_on ?? minDay, end: row.ends_on ?? maxDay },
    cacheKey: JSON.stringify(row),
  }
}

/** Returns the first and the last day, until today, on which a supply point has data visible to its holder. */
export async function findDataSpan(
  db: Database,
  { supplyPointId, visibleRange }: ContractPoint,
  now: Date,
): Promise<CurveRange | null> {
  const end = earlier(visibleRange.end, addDays(marketDayOf(now, 'Europe/Madrid'), maxDaysAhead))
  const { first, last } = await db
    .selectFrom('curve_day')
    .where('supply_point_id', '=', supplyPointId)
    .where('day', '>=', visibleRange.start)
    .where('day', '<=', end)
    .select(sql<MarketDay | null>`min(day)`.as('first'))
    .select(sql<MarketDay | null>`max(day)`.as('last'))
    .executeTakeFirstOrThrow()
  return first && last ? { start: first, end: last } : null
}

/** Returns the span of data of each of many supply points, in their order (`findDataSpan`). */
export async function findDataSpans(
  db: Database,
  points: readonly Pick<ContractPoint, 'supplyPointId' | 'visibleRange'>[],
  now: Date,
): Promise<(CurveRange | null)[]> {
  if (points.length === 0) return []
  const lastDay = addDays(marketDayOf(now, 'Europe/Madrid'), maxDaysAhead)
  const { rows } = await sql<CurveRange & { position: number }>`
    select position, min(day) as start, max(day) as "end"
    from unnest(
      ${points.map(({ supplyPointId }) => supplyPointId)}::bigint[],
      ${points.map(({ visibleRange }) => visibleRange.start)}::date[],
      ${points.map(({ visibleRange }) => earlier(visibleRange.end, lastDay))}::date[]
    ) with ordinality as visible (supply_point_id, first_day, last_day, position)
    join curve_day using (supply_point_id)
    where day between first_day and last_day
    group by position`.execute(db)
  const spans = new Map(rows.map(({ position, start, end }) => [position, { start, end }]))
  return points.map((_, index) => spans.get(index + 1) ?? null)
}

/**
 * Returns the shortest intervals in which a supply point's days are measured, in any view; null if nothing is known of
 * them. Panel data count only if there are no other data.
 */
export async function findFinestStep(
  db: Database,
  { point: { supplyPointId, visibleRange }, range }: PointInput & { range: CurveRange },
): Promise<CurveStep | null> {
  const { finest } = await db
    .selectFrom('curve_day')
    .where('supply_point_id', '=', supplyPointId)
    .where('day', '>=', later(range.start, visibleRange.start))
    .where('day', '<=', earlier(range.end, visibleRange.end))
    .select(
      sql<CurveStep | null>`coalesce(
        min(step_minutes) filter (where source <> all(${panelSources}::text[])), min(step_minutes))`.as('finest'),
    )
    .executeTakeFirstOrThrow()
  return finest
}

/**
 * Several kinds of file may contain the same day. In order: billed data, firm data, provisional data, files that
 * customers downloaded elsewhere, and last panel data, whose import is the energy that the panels covered.
 */
export const sourcesByPriority: CurveSource[] = [
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

type PointInput = { point: Pick<ContractPoint, 'supplyPointId' | 'visibleRange'> }

/**
 * Returns the curves of a supply point's days, each merged from all its sources; with `finest`, by quarter hours if
 * there are any.
 */
export async function readDays(
  db: Database,
  {
    point: { supplyPointId, visibleRange },
    range,
    finest = false,
  }: PointInput & { range: CurveRange; finest?: boolean },
): Promise<StoredDay[]> {
  const dayCondition = sql`day >= ${later(range.start, visibleRange.start)} and day <= ${earlier(range.end, visibleRange.end)}`
  return readMergedDays(db, { supplyPointId, dayCondition, finest })
}

/** Returns the curves of single days that are visible for the supply point. */
export async function readSingleDays(
  db: Database,
  { point: { supplyPointId }, days }: PointInput & { days: readonly MarketDay[] },
): Promise<StoredDay[]> {
  return readMergedDays(db, { supplyPointId, dayCondition: sql`day = any(${days}::date[])`, finest: false })
}

async function readMergedDays(
  db: Database,
  {
    supplyPointId,
    dayCondition,
    finest,
  }: { supplyPointId: number; dayCondition: RawBuilder<unknown>; finest: boolean },
): Promise<StoredDay[]> {
  const { rows } = await sql<StoredDay>`
    select ${storedDayColumns} from curve_day where supply_point_id = ${supplyPointId} and ${dayCondition} order by day`.execute(
    db,
  )
  return mergeDays(rows, { finest })
}

/** The columns of `curve_day` that make a `StoredDay`. */
export const storedDayColumns = sql`day, source, step_minutes as "stepMinutes", import_wh as "importWh", export_wh as "exportWh",
      reactive_varh as "reactiveVarh", quality`

/** Returns each day of a supply point merged from all its sources. The rows are in the order of their days. */
export function mergeDays(rows: readonly StoredDay[], { finest = false } = {}): StoredDay[] {
  const byRank = (one: StoredDay, other: StoredDay) =>
    sourcesByPriority.indexOf(one.source) - sourcesByPriority.indexOf(other.source)
  const merged: StoredDay[] = []
  for (let at = 0, end = 0; at < rows.length; at = end) {
    while (end < rows.length && rows[end]!.day === rows[at]!.day) end++
    merged.push(end - at === 1 ? rows[at]! : mergeSources(rows.slice(at, end).sort(byRank), { finest }))
  }
  return merged
}

function later(one: MarketDay, other: MarketDay): MarketDay {
  return one > other ? one : other
}

function earlier(one: MarketDay, other: MarketDay): MarketDay {
  return one < other ? one : other
}
