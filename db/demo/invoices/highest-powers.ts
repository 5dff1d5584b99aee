import type { Database } from '#db/database.ts'
import { type MarketDay, monthOf } from '#vocabulary/day.ts'
import { localHourOf } from '#vocabulary/market-time.ts'
import {
  type EnergyTariff,
  energyTariffs,
  powerPeriodAt,
  powerPeriodCount,
  timeZoneOfTariffZone,
  zoneOfProvince,
} from '#vocabulary/tariff-periods.ts'

/**
 * Returns the highest mean power of an interval, in watts, by period of the tariff, for every month of the supplies with a
 * curve. The key is the supply point and the month.
 */
export async function readHighestPowers(db: Database): Promise<Map<string, number[]>> {
  const periodsOf = createPeriodTable()
  const highest = new Map<string, number[]>()
  for (const { supply_point_id, day, step_minutes, import_wh, province_code, tariff } of await readCurves(db)) {
    const key = highestPowerKey(supply_point_id, day)
    const watts = highest.get(key) ?? new Array<number>(powerPeriodCount(tariff)).fill(0)
    highest.set(key, watts)
    const periods = periodsOf({ tariff, provinceCode: province_code, day, stepMinutes: step_minutes })
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

/** Returns the days of the curves of all supplies of electricity, each with the terms of its contract. */
async function readCurves(db: Database) {
  const supplies = await db
    .selectFrom('contract')
    .innerJoin('supply_point', 'supply_point.supply_point_id', 'contract.supply_point_id')
    .where('contract.tariff', 'in', energyTariffs)
    .select(['contract.supply_point_id', 'province_code', 'contract.tariff'])
    .$narrowType<{ tariff: EnergyTariff }>()
    .execute()
  const days = await db
    .selectFrom('curve_day')
    .distinctOn(['supply_point_id', 'day'])
    .select(['supply_point_id', 'day', 'step_minutes', 'import_wh'])
    .execute()
  const termsOf = new Map(supplies.map((supply) => [supply.supply_point_id, supply]))
  return days.flatMap((day) => {
    const terms = termsOf.get(day.supply_point_id)
    return terms ? [{ ...terms, ...day }] : []
  })
}

type DayOfTariff = { tariff: EnergyTariff; provinceCode: string; day: MarketDay; stepMinutes: number }

/** Returns the periods of the intervals of a day, which are the same for every supply of a tariff in a province. */
function createPeriodTable() {
  const known = new Map<string, number[]>()
  return ({ tariff, provinceCode, day, stepMinutes }: DayOfTariff): number[] => {
    const key = `${tariff} ${provinceCode} ${day} ${stepMinutes}`
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
