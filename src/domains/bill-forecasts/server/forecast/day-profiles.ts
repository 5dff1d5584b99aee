import type { StoredDay } from '#domains/consumption/curve.ts'
import { aggregateByHour } from '#domains/consumption/server/curve/curve-entries.ts'
import { type MarketDay, weekdayOf } from '#vocabulary/day.ts'
import { localHourOf, type MarketTimeZone } from '#vocabulary/market-time.ts'
import { isNationalFixedHoliday } from '#vocabulary/tariff-periods.ts'

/** What a day used and fed in, by the hours of the clock from 0 to 23, in Wh. */
export type DayProfile = { day: MarketDay; importWh: readonly number[]; exportWh: readonly number[] }

const hoursOfClock = 24

/** Returns the profile of a day, or null unless each of its hours was measured: none missing, none estimated. */
export function profileOf(day: StoredDay, zone: MarketTimeZone): DayProfile | null {
  if (day.importWh.some((wh) => wh === null) || day.quality?.includes('E')) return null
  const { importWh, exportWh } = aggregateByHour(day)
  return {
    day: day.day,
    importWh: byClock(importWh, day.day, zone),
    exportWh: byClock(exportWh ?? importWh.map(() => 0), day.day, zone),
  }
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
