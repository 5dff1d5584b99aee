import type { Database } from '#db/database.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { MarketTimeZone } from '#vocabulary/market-time.ts'
import {
  type EnergyTariff,
  energyTariffs,
  type TariffZone,
  timeZoneOfTariffZone,
  zoneOfProvince,
} from '#vocabulary/tariff-periods.ts'

/** A supply point as its curves need to know it. */
export type MeteredPoint = {
  supplyPointId: number
  zone: TariffZone
  timeZone: MarketTimeZone
  /** The access tariff on a day: the one of the contract then, or of the contract nearest to it. */
  tariffOn(day: MarketDay): EnergyTariff
}

/** Finds supply points by the names that files give them. */
export type MeteredPoints = {
  /** Looks several up at once, so that later questions need no query. */
  load(names: readonly string[]): Promise<void>
  /** The point of a CUPS of 20 or 22 characters, or of a production unit's CIL, which begins with its CUPS. */
  find(name: string): MeteredPoint | null
}

const cupsCharacters = 20
/** For a point that never had a contract: the tariff of nearly all homes. */
const usualTariff: EnergyTariff = '2.0TD'

/** The names of the points that do not live by Madrid's clock, for whoever reads a file before its points are looked up. */
export async function canaryPoints(db: Database): Promise<{ timeZoneOf(name: string): MarketTimeZone }> {
  const rows = await db.selectFrom('supply_point').select('cups20').where('province_code', 'in', ['35', '38']).execute()
  const names = new Set(rows.map(({ cups20 }) => cups20))
  return { timeZoneOf: (name) => (names.has(name.slice(0, cupsCharacters)) ? 'Atlantic/Canary' : 'Europe/Madrid') }
}

/** The supply points of the database, remembered as they are found. */
export function meteredPoints(db: Database): MeteredPoints {
  const known = new Map<string, MeteredPoint | null>()
  const keyOf = (name: string) => name.slice(0, cupsCharacters)

  return {
    async load(names) {
      const wanted = [...new Set(names.map(keyOf))].filter((key) => !known.has(key))
      if (!wanted.length) return
      for (const key of wanted) known.set(key, null)
      for (const [key, point] of await readPoints(db, wanted)) known.set(key, point)
    },
    find: (name) => known.get(keyOf(name)) ?? null,
  }
}

type Term = { tariff: EnergyTariff; from: MarketDay; to: MarketDay }

async function readPoints(db: Database, cups20: string[]): Promise<Map<string, MeteredPoint>> {
  const rows = await db
    .selectFrom('supply_point')
    .leftJoin('contract', 'contract.supply_point_id', 'supply_point.supply_point_id')
    .where('cups20', 'in', cups20)
    .orderBy('contract.starts_on', (order) => order.desc().nullsLast())
    .select(['cups20', 'supply_point.supply_point_id', 'province_code', 'tariff', 'starts_on', 'ends_on'])
    .execute()
  const points = new Map<string, MeteredPoint>()
  for (const [key, terms] of Map.groupBy(rows, (row) => row.cups20!)) points.set(key, pointOf(terms))
  return points
}

type Row = {
  supply_point_id: number
  province_code: string
  tariff: string | null
  starts_on: string | null
  ends_on: string | null
}

function pointOf(rows: Row[]): MeteredPoint {
  const { supply_point_id, province_code } = rows[0]!
  const zone = zoneOfProvince(province_code)
  const terms = rows.flatMap(termOf)
  return {
    supplyPointId: supply_point_id,
    zone,
    timeZone: timeZoneOfTariffZone(zone),
    tariffOn: (day) => (terms.find(({ from, to }) => from <= day && day <= to) ?? terms.at(0))?.tariff ?? usualTariff,
  }
}

function termOf({ tariff, starts_on, ends_on }: Row): Term[] {
  const known = energyTariffs.find((name) => name === tariff)
  return known ? [{ tariff: known, from: starts_on ?? '', to: ends_on ?? '9999-12-31' }] : []
}
