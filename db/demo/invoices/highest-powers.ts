import type { Database } from '#db/database.ts'
import { type MarketDay, monthOf } from '#vocabulary/day.ts'
import { localHourOf } from '#vocabulary/market-time.ts'
import { powerPeriodAt, timeZoneOfTariffZone, zoneOfProvince } from '#vocabulary/tariff-periods.ts'

const tariff = '2.0TD'

/**
 * Returns the highest mean power of an interval, in watts, by period of the domestic tariff, for every month of the
 * homes with a curve. The key is the supply point and the month.
 */
export async function readHighestPowers(db: Database): Promise<Map<string, [number, number]>> {
  const periodsOf = createPeriodTable()
  const highest = new Map<string, [number, number]>()
  for (const { supply_point_id, day, step_minutes, import_wh, province_code } of await readHomeCurves(db)) {
    const key = highestPowerKey(supply_point_id, day)
    const watts = highest.get(key) ?? [0, 0]
    highest.set(key, watts)
    const periods = periodsOf(province_code, day, step_minutes)
    for (const [index, wh] of (import_wh ?? []).entries()) {
      const place = periods[index]! - 1
      watts[place] = Math.max(watts[place]!, wh * (60 / step_minutes))
    }
  }
  return highest
}

export function highestPowerKey(supplyPointId: number, day: MarketDay): string {
  return `${supplyPointId} ${monthOf(day)}`
}

function readHomeCurves(db: Database) {
  return db
    .selectFrom('curve_day')
    .innerJoin('supply_point', 'supply_point.supply_point_id', 'curve_day.supply_point_id')
    .where('curve_day.supply_point_id', 'in', (contracts) =>
      contracts.selectFrom('contract').where('tariff', '=', tariff).select('supply_point_id'),
    )
    .select(['curve_day.supply_point_id', 'day', 'step_minutes', 'import_wh', 'province_code'])
    .execute()
}

/** Returns the periods of the intervals of a day, which are the same for every home of a province. */
function createPeriodTable() {
  const known = new Map<string, number[]>()
  return (provinceCode: string, day: MarketDay, stepMinutes: number): number[] => {
    const key = `${provinceCode} ${day} ${stepMinutes}`
    const zone = zoneOfProvince(provinceCode)
    // The longest day has 25 hours.
    const count = (25 * 60) / stepMinutes
    const periods =
      known.get(key) ??
      Array.from({ length: count }, (_, index) => {
        const hour = localHourOf(day, index, stepMinutes, timeZoneOfTariffZone(zone))
        return powerPeriodAt({ tariff, zone, day, hour })
      })
    known.set(key, periods)
    return periods
  }
}
