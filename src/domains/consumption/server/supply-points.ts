import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { MarketTimeZone } from '#vocabulary/market-time.ts'
import { type Dated, type PointContract, type SupplyTerms, tariffOfPointOn, zoneOn } from '../supply-terms.ts'

/** A supply point as its curves need to know it. */
export type MeteredPoint = {
  supplyPointId: number
  /** Tariff and zone on a day. */
  termsOn(day: MarketDay): SupplyTerms
}

/** Finds supply points by the names that files give them. */
export type MeteredPoints = {
  /** The point of a CUPS of 20 or 22 characters, or of a production unit's CIL, which begins with its CUPS. */
  find(name: string): MeteredPoint | null
}

const cupsCharacters = 20
const canaryProvinces = ['35', '38']

/** The names of the points that do not live by Madrid's clock, for whoever reads a file before its points are looked up. */
export async function canaryPoints(db: Database): Promise<{ timeZoneOf(name: string): MarketTimeZone }> {
  const rows = await db
    .selectFrom('supply_point')
    .select('cups20')
    .where('province_code', 'in', canaryProvinces)
    .execute()
  const names = new Set(rows.map(({ cups20 }) => cups20))
  return { timeZoneOf: (name) => (names.has(name.slice(0, cupsCharacters)) ? 'Atlantic/Canary' : 'Europe/Madrid') }
}

/** Which of some supply points live by the clock of the Canary Islands. */
export async function canaryPointsAmong(db: Database, supplyPointIds: readonly number[]): Promise<Set<number>> {
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
 * The supply points of these names as they stand now, whose totals nobody counts again until the transaction ends: what is
 * stored within it is either counted by the terms that are in force or counted again afterwards.
 */
export async function pointsToStore(db: Database, names: readonly string[]): Promise<MeteredPoints> {
  const cups20 = [...new Set(names.map((name) => name.slice(0, cupsCharacters)))]
  // In a statement of its own: the next one sees whatever was written while this one waited.
  await sql`
    select pg_advisory_xact_lock_shared(${lockClass}, supply_point_id) from (
      select supply_point_id from supply_point where cups20 = any(${cups20}) order by supply_point_id) points`.execute(
    db,
  )
  const points = await readPoints(db, sql<boolean>`cups20 = any(${cups20})`)
  return { find: (name) => points.get(name.slice(0, cupsCharacters)) ?? null }
}

/** A supply point whose totals are about to be counted again, into which nobody stores until the transaction ends. */
export async function pointToRecount(db: Database, supplyPointId: number): Promise<MeteredPoint> {
  await sql`select pg_advisory_xact_lock(${lockClass}, ${supplyPointId}::int)`.execute(db)
  const points = await readPoints(db, sql<boolean>`supply_point.supply_point_id = ${supplyPointId}`)
  return [...points.values()][0]!
}

type Row = {
  cups20: string
  supply_point_id: number
  province_code: string
  provinces: Dated<string>[] | null
  contracts: PointContract[] | null
}

async function readPoints(db: Database, isWanted: ReturnType<typeof sql<boolean>>): Promise<Map<string, MeteredPoint>> {
  const { rows } = await sql<Row>`
    select cups20, supply_point_id, province_code,
      ${provincesOf('supply_point')} as provinces,
      (select json_agg(json_build_object('startsOn', starts_on, 'endsOn', ends_on, 'tariffs', ${tariffsOfContract}))
        from contract where contract.supply_point_id = supply_point.supply_point_id and state <> 'cancelada') as contracts
    from supply_point where ${isWanted}`.execute(db)
  return new Map(rows.map((row) => [row.cups20, pointOf(row)]))
}

/** The provinces of the supply point of a row of `supply_point` or `contract` with their first days, as JSON; null without any. */
export function provincesOf(table: 'supply_point' | 'contract') {
  return sql`(
    select json_agg(json_build_object('fromDay', from_day, 'value', zone.province_code)) from supply_zone zone
    where zone.supply_point_id = ${sql.ref(`${table}.supply_point_id`)})`
}

/** The tariffs of the row of `contract` with their first days, as JSON. */
export const tariffsOfContract = sql`coalesce(
  (select json_agg(json_build_object('fromDay', from_day, 'value', dated.tariff)) from contract_tariff dated
    where dated.customer_id = contract.customer_id and dated.contract_id = contract.contract_id),
  json_build_array(json_build_object('fromDay', '1900-01-01', 'value', contract.tariff)))`

function pointOf({ supply_point_id, province_code, provinces, contracts }: Row): MeteredPoint {
  return {
    supplyPointId: supply_point_id,
    termsOn: (day) => ({
      tariff: tariffOfPointOn(day, contracts ?? []),
      zone: zoneOn(day, province_code, provinces ?? []),
    }),
  }
}
