import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { MarketDay } from '#vocabulary/day.ts'

export type RegisteredSupply = {
  cups20: string
  tariffCode: string
  powerWatts: number[]
  postcode: string | null
  selfConsumptionCode: string
  cnaeCode: string | null
  cadastralReference: string | null
  /** Whether the register allows it to switch retailers now. */
  isFree: boolean
}

/** Returns the register data of a supply point; undefined if the register does not know it. */
export async function findRegisteredSupply(
  db: Database,
  { cups20, energy }: { cups20: string; energy: 'electricity' | 'gas' },
): Promise<RegisteredSupply | undefined> {
  const row = await db
    .selectFrom('register_point')
    .where('cups20', '=', cups20)
    .where('energy', '=', energy)
    .selectAll()
    .executeTakeFirst()
  return (
    row && {
      cups20,
      tariffCode: row.tariff_code,
      powerWatts: row.power_watts,
      postcode: row.postcode,
      selfConsumptionCode: row.self_consumption_code,
      cnaeCode: row.cnae_code,
      cadastralReference: row.cadastral_reference,
      isFree: row.is_contractable && !row.is_switching,
    }
  )
}

/** Returns the power up to which a supply point has paid for its connection, in watts; null where it is not known. */
export async function findExtensionRight(db: Database, cups20: string): Promise<number | null> {
  const row = await db
    .selectFrom('register_point')
    .where('cups20', '=', cups20)
    .where('energy', '=', 'electricity')
    .select('extension_right_watts')
    .executeTakeFirst()
  return row?.extension_right_watts ?? null
}

/** Whether and for which energy a supply point may be contracted. */
export type Contractability = {
  /** Undefined if the register does not know it: it may be a new one, and can be contracted manually. */
  supply: RegisteredSupply | undefined
  isFree: boolean
  /** The energy that it is known for, if it differs from the requested one. */
  otherEnergy: 'electricity' | 'gas' | null
}

/**
 * Returns whether a supply point may be contracted for an energy, according to the register and the retailer's
 * contracts.
 */
export async function findContractability(
  db: Database,
  { cups20, energy }: { cups20: string; energy: 'electricity' | 'gas' },
): Promise<Contractability> {
  const [supply, ours, known] = await Promise.all([
    findRegisteredSupply(db, { cups20, energy }),
    isSuppliedByRetailer(db, cups20),
    findEnergyOfSupply(db, cups20),
  ])
  const otherEnergy = known === undefined || known === energy ? null : known
  return { supply, isFree: !ours && otherEnergy === null && (supply?.isFree ?? true), otherEnergy }
}

/**
 * Returns the energy of a supply point that the register or a contract of the retailer knows; undefined if neither
 * does.
 */
async function findEnergyOfSupply(db: Database, cups20: string): Promise<'electricity' | 'gas' | undefined> {
  const registered = db.selectFrom('register_point').where('cups20', '=', cups20).select('energy')
  const supplied = db.selectFrom('supply_point').where('cups20', '=', cups20).select('energy')
  const row = await registered.unionAll(supplied).executeTakeFirst()
  return row?.energy as 'electricity' | 'gas' | undefined
}

/** Checks whether the retailer itself supplies the point already, or is about to. */
async function isSuppliedByRetailer(db: Database, cups20: string): Promise<boolean> {
  const row = await db
    .selectFrom('supply_point')
    .innerJoin('contract', 'contract.supply_point_id', 'supply_point.supply_point_id')
    .where('supply_point.cups20', '=', cups20)
    .where('contract.state', 'in', ['activa', 'esborrany'])
    .select(sql`1`.as('one'))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const monthsOfYear = 12

export type RegisteredYear = {
  /** Energy by period, P1 first; a single value for gas. */
  energyWh: number[]
  firstDay: MarketDay
  lastDay: MarketDay
}

/**
 * Returns the consumption of a supply point over the last twelve months in the register. Undefined if there are fewer
 * than twelve: a year with gaps would look cheap.
 */
export async function findRegisteredYear(db: Database, cups20: string): Promise<RegisteredYear | undefined> {
  const months = await db
    .selectFrom('register_month')
    .where('cups20', '=', cups20)
    .orderBy('last_day', 'desc')
    .limit(monthsOfYear)
    .select(['first_day', 'last_day', 'energy_wh'])
    .execute()
  if (months.length < monthsOfYear) return undefined
  const periods = Math.max(...months.map(({ energy_wh }) => energy_wh.length))
  const energyWh = Array.from({ length: periods }, (_, period) =>
    months.reduce((sum, { energy_wh }) => sum + (energy_wh[period] ?? 0), 0),
  )
  return { energyWh, firstDay: months.at(-1)!.first_day, lastDay: months[0]!.last_day }
}
