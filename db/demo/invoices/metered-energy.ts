import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { type MarketDay, monthOf } from '#vocabulary/day.ts'
import { highestPowerKey, readHighestPowers } from './highest-powers.ts'

/**
 * What the meter of a month says: energy per tariff period, P1 first, or a single figure for gas, and the highest power
 * by period of a supply with a curve.
 */
export type MonthEnergy = { energyWh: number[]; surplusWh: number; maximumPowerWatts?: number[] }

/** Returns the stored energy of a supply point in the month of a day. Throws if there is none. */
export type MeteredEnergy = (supplyPointId: number, day: MarketDay) => MonthEnergy

/** Reads the energy of every month, from readings where there are any, otherwise from curves. */
export async function readMeteredEnergy(db: Database): Promise<MeteredEnergy> {
  const energyByMonth = new Map([
    ...(await readFromCurves(db)),
    ...(await readFromReadings(db)),
    ...(await readFromGasReadings(db)),
  ])
  const powerByMonth = await readHighestPowers(db)
  return (supplyPointId, day) => {
    const energy = energyByMonth.get(keyOf(supplyPointId, monthOf(day)))
    if (!energy) throw new Error(`No energy is known for supply point ${supplyPointId} in ${monthOf(day)}`)
    const maximumPowerWatts = powerByMonth.get(highestPowerKey(supplyPointId, day))
    return { ...energy, ...(maximumPowerWatts && { maximumPowerWatts }) }
  }
}

async function readFromCurves(db: Database): Promise<[string, MonthEnergy][]> {
  const { rows } = await sql<{ supply_point_id: number; month: string; energy: (number | null)[]; surplus: number }>`
    select supply_point_id, to_char(day, 'YYYY-MM') as month,
      array[${sql.join([1, 2, 3, 4, 5, 6].map((period) => sql`sum(import_period_wh[${sql.lit(period)}])`))}]::float8[] as energy,
      coalesce(sum((select sum(wh) from unnest(export_period_wh) as wh)), 0)::float8 as surplus
    from curve_day
    group by 1, 2`.execute(db)
  return rows.map(({ supply_point_id, month, energy, surplus }) => [
    keyOf(supply_point_id, month),
    { energyWh: energy.filter((wh) => wh !== null), surplusWh: surplus },
  ])
}

async function readFromReadings(db: Database): Promise<[string, MonthEnergy][]> {
  const { rows } = await sql<{ supply_point_id: number; month: string; begin: string[]; end: string[] | null }>`
    select supply_point_id, to_char(day, 'YYYY-MM') as month, register_wh as begin,
      lead(register_wh) over (partition by supply_point_id order by day) as end
    from meter_reading`.execute(db)
  return rows.flatMap(({ supply_point_id, month, begin, end }) =>
    end === null
      ? []
      : [
          [
            keyOf(supply_point_id, month),
            { energyWh: begin.map((wh, index) => Number(end[index]) - Number(wh)), surplusWh: 0 },
          ],
        ],
  )
}

async function readFromGasReadings(db: Database): Promise<[string, MonthEnergy][]> {
  const readings = await db
    .selectFrom('gas_reading')
    .where('energy_wh', 'is not', null)
    .select(['supply_point_id', 'day', 'energy_wh'])
    .execute()
  return readings.map(({ supply_point_id, day, energy_wh }) => [
    keyOf(supply_point_id, monthOf(day)),
    { energyWh: [Number(energy_wh)], surplusWh: 0 },
  ])
}

function keyOf(supplyPointId: number, month: string): string {
  return `${supplyPointId} ${month}`
}
