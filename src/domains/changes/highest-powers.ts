import type { MarketDay } from '#vocabulary/day.ts'
import { localHourOf, type MarketTimeZone } from '#vocabulary/market-time.ts'
import { type EnergyTariff, powerPeriodAt, type TariffZone } from '#vocabulary/tariff-periods.ts'

/** A day as a meter told it: 23, 24 or 25 hours of intervals. Null is what it did not say. */
export type MeteredDay = { day: MarketDay; stepMinutes: number; importWh: readonly (number | null)[] }

/** The most that was used at once in a period of power: on average over an interval of the meter, and when. */
export type HighestPower = { place: number; watts: number; minutes: number; day: MarketDay }

const minutesOfHour = 60

/**
 * The highest power in each period that limits it, P1 first, and the first day of several that had it; a period in which
 * nothing was measured is not there.
 */
export function highestPowers(
  days: readonly MeteredDay[],
  { tariff, zone, timeZone }: { tariff: EnergyTariff; zone: TariffZone; timeZone: MarketTimeZone },
): HighestPower[] {
  const highest = new Map<number, HighestPower>()
  for (const { day, stepMinutes: minutes, importWh } of days) {
    const places = new Map<number, number>()
    for (const [index, wh] of importWh.entries()) {
      if (wh === null) continue
      const hour = localHourOf(day, index, minutes, timeZone)
      const place = places.get(hour) ?? powerPeriodAt({ tariff, zone, day, hour }) - 1
      places.set(hour, place)
      const watts = Math.round((wh * minutesOfHour) / minutes)
      if (watts > (highest.get(place)?.watts ?? -1)) highest.set(place, { place, watts, minutes, day })
    }
  }
  return [...highest.values()].sort((a, b) => a.place - b.place)
}
