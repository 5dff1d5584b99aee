import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { isOfSingle } from '#kit/server/is-one-of.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { MarketTimeZone } from '#vocabulary/market-time.ts'
import {
  type DatedValue,
  findPointTariffOn,
  findZoneOn,
  type PointContract,
  type SupplyTerms,
} from '../supply-terms.ts'

/** A supply point with what its curves depend on. */
export type MeteredPoint = {
  supplyPointId: number
  /** Returns the tariff and zone on a day. */
  termsOn(day: MarketDay): SupplyTerms
}

/** Looks up supply points by the names that files use. */
export type MeteredPoints = {
  /**
   * Returns the supply point of a CUPS of 20 or 22 characters, or of a production unit's CIL, which begins with its
   * CUPS.
   */
  find(name: string): MeteredPoint | null
}

const cupsCharacters = 20
const canaryProvinces = ['35', '38']

/**
 * Returns the names of the supply points outside Madrid's time zone, for files that are read before their supply points
 * are looked up.
 */
export async function findCanaryPoints(db: Database): Promise<{ timeZoneOf(name: string): MarketTimeZone }> {
  const rows = await db
    .selectFrom('supply_point')
    .select('cups20')
    .where('province_code', 'in', canaryProvinces)
    .execute()
  const names = new Set(rows.map(({ cups20 }) => cups20))
  return { timeZoneOf: (name) => (names.has(name.slice(0, cupsCharacters)) ? 'Atlantic/Canary' : 'Europe/Madrid') }
}

/** Returns which of some supply points are in the time zone of the Canary Islands. */
export async function filterCanaryPoints(db: Database, supplyPointIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('supply_point')
    .where(sql<boolean>`supply_point_id = any(${supplyPointIds})`)
    .where('province_code', 'in', canaryProvinces)
    .select('supply_point_id')
    .execute()
  return new Set(rows.map(({ supply_point_id }) => supply_point_id))
}

const lockClass = sql`hashtext('totals of curves')`

/**
 * Returns the supply points of these names and locks their curves until the transaction ends. Two imports of the same
 * day are merged one after the other, as neither sees what the other one stores. Values are either totalled by the terms
 * in force or recounted afterwards. Locked in a fixed order, so that two transactions cannot deadlock.
 */
export async function lockPointsToStore(db: Database, names: readonly string[]): Promise<MeteredPoints> {
  const cups20 = [...new Set(names.map((name) => name.slice(0, cupsCharacters)))]
  // In a separate statement, so that the next one sees what was written while this one waited.
  const points = await db
    .selectFrom('supply_point')
    .where(sql<boolean>`cups20 = any(${cups20})`)
    .select('supply_point_id')
    .orderBy('supply_point_id')
    .execute()
  // A statement without a table runs on the server that the program is connected to, where all wait for each other.
  await sql`
    select pg_advisory_xact_lock(${lockClass}, key)
    from (
      select distinct hashint8(supply_point_id) as key
      from unnest(${points.map(({ supply_point_id }) => supply_point_id)}::bigint[]) as supply_point_id
      order by key) as keys`.execute(db)
  const metered = await readPoints(db, sql<boolean>`cups20 = any(${cups20})`)
  return { find: (name) => metered.get(name.slice(0, cupsCharacters)) ?? null }
}

/**
 * Locks a supply point before its totals are recounted, so that nothing is stored for it until the transaction ends.
 */
export async function lockPointToRecount(db: Database, supplyPointId: number): Promise<MeteredPoint> {
  await sql`select pg_advisory_xact_lock(${lockClass}, hashint8(${supplyPointId}::bigint))`.execute(db)
  const points = await readPoints(db, sql<boolean>`supply_point.supply_point_id = ${supplyPointId}`)
  return [...points.values()][0]!
}

type SupplyPointRow = {
  cups20: string
  supply_point_id: number
  province_code: string
  provinces: DatedValue<string>[] | null
}

async function readPoints(
  db: Database,
  condition: ReturnType<typeof sql<boolean>>,
): Promise<Map<string, MeteredPoint>> {
  const { rows: points } = await sql<SupplyPointRow>`
    select cups20, supply_point_id, province_code, ${selectProvincesOf('supply_point')} as provinces
    from supply_point where ${condition}`.execute(db)
  const { rows: contracts } = await sql<PointContract & { supplyPointId: number }>`
    select supply_point_id as "supplyPointId", starts_on as "startsOn", ends_on as "endsOn", ${selectTariffsOfContract()} as tariffs
    from contract
    where supply_point_id = any(${points.map(({ supply_point_id }) => supply_point_id)}::bigint[]) and state <> 'cancelada'`.execute(
    db,
  )
  const contractsByPoint = Map.groupBy(contracts, ({ supplyPointId }) => supplyPointId)
  return new Map(points.map((row) => [row.cups20, pointOf(row, contractsByPoint.get(row.supply_point_id) ?? [])]))
}

/**
 * Selects the provinces of the supply point of a row of `supply_point` or `contract` with their first days, as JSON;
 * null without any.
 */
export function selectProvincesOf(table: 'supply_point' | 'contract') {
  return sql`(
    select json_agg(json_build_object('fromDay', from_day, 'value', zone.province_code)) from supply_zone zone
    where zone.supply_point_id = ${sql.ref(`${table}.supply_point_id`)})`
}

/** Selects the tariffs of the row of `contract` with their first days, as JSON. The contract is of one of these customers. */
export function selectTariffsOfContract(customerIds?: readonly number[]) {
  return sql`coalesce(
    (select json_agg(json_build_object('fromDay', from_day, 'value', dated.tariff)) from contract_tariff dated
      where ${isOfSingle('dated.customer_id', customerIds ?? [])}
        and dated.customer_id = contract.customer_id and dated.contract_id = contract.contract_id),
    json_build_array(json_build_object('fromDay', '1900-01-01', 'value', contract.tariff)))`
}

function pointOf(
  { supply_point_id, province_code, provinces }: SupplyPointRow,
  contracts: readonly PointContract[],
): MeteredPoint {
  return {
    supplyPointId: supply_point_id,
    termsOn: (day) => ({
      tariff: findPointTariffOn(day, contracts),
      zone: findZoneOn(day, province_code, provinces ?? []),
    }),
  }
}
