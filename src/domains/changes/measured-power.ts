import type { MeteredDay } from '#domains/consumption/curve.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { localHourOf, type MarketTimeZone } from '#vocabulary/market-time.ts'
import { type EnergyTariff, powerPeriodAt, type TariffZone } from '#vocabulary/tariff-periods.ts'

/** The highest power in a power period: its average over one metering interval, and the day it was measured. */
export type HighestPower = { periodIndex: number; watts: number; minutes: number; day: MarketDay }

const minutesOfHour = 60

/**
 * Returns the highest power of each period that limits it, P1 first, with the first of several days that reached it.
 * Periods without measurements are left out.
 */
export function highestPowers(
  days: readonly MeteredDay[],
  { tariff, zone, timeZone }: { tariff: EnergyTariff; zone: TariffZone; timeZone: MarketTimeZone },
): HighestPower[] {
  const highest = new Map<number, HighestPower>()
  for (const { day, stepMinutes: minutes, importWh } of days) {
    const indexByHour = new Map<number, number>()
    for (const [index, wh] of importWh.entries()) {
      if (wh === null) continue
      const hour = localHourOf(day, index, minutes, timeZone)
      const periodIndex = indexByHour.get(hour) ?? powerPeriodAt({ tariff, zone, day, hour }) - 1
      indexByHour.set(hour, periodIndex)
      const watts = Math.round((wh * minutesOfHour) / minutes)
      if (watts > (highest.get(periodIndex)?.watts ?? -1))
        highest.set(periodIndex, { periodIndex, watts, minutes, day })
    }
  }
  return [...highest.values()].sort((a, b) => a.periodIndex - b.periodIndex)
}
