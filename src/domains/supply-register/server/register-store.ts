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
  /** Whether the register lets it change its retailer now. */
  isFree: boolean
}

/** What the register tells of a supply; undefined where it knows nothing of it. */
export async function findRegistered(
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

/** Whether and as what a supply may be contracted. */
export type Contractability = {
  /** Undefined where the register knows nothing of it: it may be a new one, and can be contracted by hand. */
  supply: RegisteredSupply | undefined
  isFree: boolean
  /** The energy that it is known to be of, where that is not the one asked for. */
  otherEnergy: 'electricity' | 'gas' | null
}

/** Whether a supply may be contracted for an energy, by the register and by the contracts of the retailer. */
export async function findContractability(
  db: Database,
  { cups20, energy }: { cups20: string; energy: 'electricity' | 'gas' },
): Promise<Contractability> {
  const [supply, ours, known] = await Promise.all([
    findRegistered(db, { cups20, energy }),
    isOurs(db, cups20),
    energyOfSupply(db, cups20),
  ])
  const otherEnergy = known === undefined || known === energy ? null : known
  return { supply, isFree: !ours && otherEnergy === null && (supply?.isFree ?? true), otherEnergy }
}

/** The energy of a supply that the register or a contract of the retailer knows; undefined where neither does. */
async function energyOfSupply(db: Database, cups20: string): Promise<'electricity' | 'gas' | undefined> {
  const registered = db.selectFrom('register_point').where('cups20', '=', cups20).select('energy')
  const supplied = db.selectFrom('supply_point').where('cups20', '=', cups20).select('energy')
  const row = await registered.unionAll(supplied).executeTakeFirst()
  return row?.energy as 'electricity' | 'gas' | undefined
}

/** Whether the retailer itself supplies there today, or is about to. */
async function isOurs(db: Database, cups20: string): Promise<boolean> {
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
  /** Energy by period, P1 first; gas has one. */
  energyWh: number[]
  firstDay: MarketDay
  lastDay: MarketDay
}

/**
 * What a supply used in the last twelve months that the register has. Undefined where it has less than twelve: a year
 * with a hole would look cheap.
 */
export async function registeredYear(db: Database, cups20: string): Promise<RegisteredYear | undefined> {
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
    months.reduce((sum, { energy_wh }) => sum + Number(energy_wh[period] ?? 0), 0),
  )
  return { energyWh, firstDay: months.at(-1)!.first_day, lastDay: months[0]!.last_day }
}
