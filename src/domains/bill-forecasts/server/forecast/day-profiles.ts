import type { StoredDay } from '#domains/consumption/curve.ts'
import { aggregateByHour } from '#domains/consumption/server/curve/curve-entries.ts'
import { eurPerKwh, type MarketPrices, marketPricesOn } from '#domains/offers/server/market-cost.ts'
import { type MarketDay, weekdayOf } from '#vocabulary/day.ts'
import { countHoursOf, localHourOf, type MarketTimeZone } from '#vocabulary/market-time.ts'
import { isNationalFixedHoliday } from '#vocabulary/tariff-periods.ts'

/** What a day used and fed in, by the hours of the clock from 0 to 23, in Wh. */
export type DayProfile = {
  day: MarketDay
  importWh: readonly number[]
  exportWh: readonly number[]
  /** The market price of these hours in euros per kWh; null where the bill does not follow it. */
  marketEur: readonly number[] | null
}

const hoursOfClock = 24

/**
 * Returns the profile of a day, or null unless each of its hours was measured: none missing, none estimated. Where the bill
 * follows the market, the day has to have its prices as well.
 */
export function profileOf(day: StoredDay, zone: MarketTimeZone, market: MarketPrices | null): DayProfile | null {
  if (day.importWh.some((wh) => wh === null) || day.quality?.includes('E')) return null
  const { importWh, exportWh } = aggregateByHour(day)
  const marketEur = market && marketProfileOn(day.day, market, zone)
  if (market && !marketEur) return null
  return {
    day: day.day,
    importWh: byClock(importWh, day.day, zone),
    exportWh: byClock(exportWh ?? importWh.map(() => 0), day.day, zone),
    marketEur,
  }
}

/** Returns the market price of the hours of a day in euros per kWh, by the clock; null where it is not published. */
export function marketProfileOn(day: MarketDay, market: MarketPrices, timeZone: MarketTimeZone): number[] | null {
  const prices = marketPricesOn(day, market, { count: countHoursOf(day, timeZone), timeZone })
  return prices ? byClock(prices.map(eurPerKwh), day, timeZone) : null
}

/** The hour that the clock shows twice in October is the mean of both; the one that March skips is as the hour before. */
function byClock(values: readonly (number | null)[], day: MarketDay, zone: MarketTimeZone): number[] {
  const sums = new Array<number>(hoursOfClock).fill(0)
  const counts = new Array<number>(hoursOfClock).fill(0)
  for (const [index, value] of values.entries()) {
    const hour = localHourOf(day, index, 60, zone)
    sums[hour]! += value ?? 0
    counts[hour]! += 1
  }
  const profile: number[] = []
  for (let hour = 0; hour < hoursOfClock; hour++)
    profile.push(counts[hour]! > 0 ? sums[hour]! / counts[hour]! : (profile.at(-1) ?? 0))
  return profile
}

/** Returns the weekday whose habits a day follows: on national holidays, those of a Sunday. */
export function habitOf(day: MarketDay): number {
  return isNationalFixedHoliday(day) ? 7 : weekdayOf(day)
}
