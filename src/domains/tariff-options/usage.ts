import type { MeteredDay } from '#domains/consumption/curve.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { localHourOf, type MarketTimeZone } from '#vocabulary/market-time.ts'
import { type OptionKind, unitOf } from './rules.ts'

/** The energy used in one hour of local time; `hour` is 0 to 23. */
export type HourlyUsage = { day: MarketDay; hour: number; wh: number }

/**
 * Returns the energy of each hour of local time. The hour that October repeats is one hour with the energy of both; the
 * one that March skips is omitted, as is an hour that is unknown or partly unknown.
 */
export function listHourlyUsage(days: readonly MeteredDay[], zone: MarketTimeZone): HourlyUsage[] {
  return days.flatMap(({ day, stepMinutes, importWh }) => {
    const ofDay = new Map<number, number | null>()
    for (const [index, wh] of importWh.entries()) {
      const hour = localHourOf(day, index, stepMinutes, zone)
      const before = ofDay.get(hour)
      ofDay.set(hour, wh === null || before === null ? null : (before ?? 0) + wh)
    }
    return [...ofDay].flatMap(([hour, wh]) => (wh === null ? [] : [{ day, hour, wh }]))
  })
}

/** How many units each kind is chosen by, and the number of the first. */
const units: Record<OptionKind, { first: number; count: number }> = {
  double_tariff: { first: 1, count: 12 },
  happy_hours: { first: 0, count: 24 },
  happy_day: { first: 1, count: 7 },
}

/** The energy of one hour of an average day, day of an average week, or month of the year; null if unknown. */
export type UnitUsage = { unit: number; wh: number | null }

/**
 * Returns the usage that an option is chosen by: the average day for hours, the average week for a day, the year by
 * month for months.
 */
export function computeUsageByUnit(kind: OptionKind, hours: readonly HourlyUsage[]): UnitUsage[] {
  const sums = new Map<number, { wh: number; times: Set<string> }>()
  for (const used of hours) {
    const unit = unitOf(kind, used)
    const sum = sums.get(unit) ?? { wh: 0, times: new Set() }
    sum.wh += used.wh
    // Hours and weekdays are averaged over the days that had them. A month occurs once in a year, perhaps in two parts.
    sum.times.add(kind === 'double_tariff' ? 'once' : used.day)
    sums.set(unit, sum)
  }
  const { first, count } = units[kind]
  return Array.from({ length: count }, (_, index) => {
    const unit = first + index
    const sum = sums.get(unit)
    return { unit, wh: sum ? Math.round(sum.wh / sum.times.size) : null }
  })
}

/** Returns on how many days at least one hour was measured. */
export function countMeasuredDays(hours: readonly HourlyUsage[]): number {
  return new Set(hours.map(({ day }) => day)).size
}
