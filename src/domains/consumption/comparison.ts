import { addMonths, dayCount, lastOfMonth, type MarketDay } from '#vocabulary/day.ts'
import type { ChartType, DayRange } from './rules.ts'
import { allUsedWh, clockOf, dayOf, type ToldCurve } from './told-curve.ts'

const monthsOfYear = 12

/** The same time a year before; a range that ends with its month still does so around 29 February. */
export function yearBefore({ start, end }: DayRange): DayRange {
  const before = addMonths(end, -monthsOfYear)
  return { start: addMonths(start, -monthsOfYear), end: end === lastOfMonth(end) ? lastOfMonth(before) : before }
}

// In more bars than these, the marks of another year could not be told apart.
const mostDaysCompared: Record<ChartType, number> = { monthly: 1096, daily: 93, hourly: 7, 'quarter-hourly': 2 }

/** The range to compare with, or null where the data do not reach so far back or there would be too much to compare. */
export function comparableRange({
  type,
  range,
  dataFrom,
}: Pick<ToldCurve, 'type' | 'range' | 'dataFrom'>): DayRange | null {
  if (!dataFrom || dayCount(range.start, range.end) > mostDaysCompared[type]) return null
  const before = yearBefore(range)
  return before.end >= dataFrom ? before : null
}

/** What was used a year before each interval, null where that is not known. An hour is compared with that of its clock. */
export function usedYearBefore(curve: ToldCurve, before: ToldCurve): (number | null)[] {
  const used = allUsedWh(before)
  return placesYearBefore(curve, before).map((place) => (place === undefined ? null : used[place]!))
}

/** How much more was used than a year before, in whole percent, less when negative. */
export type Change = { percent: number }

/**
 * Compares the intervals of which both years are told without gaps, so that a month that is still running is not held
 * against a whole one. Null when there are none, or nothing was used a year before.
 */
export function changeSince(curve: ToldCurve, before: ToldCurve): Change | null {
  const used = allUsedWh(curve)
  const usedBefore = allUsedWh(before)
  let now = 0
  let earlier = 0
  for (const [index, place] of placesYearBefore(curve, before).entries()) {
    if (place === undefined || !isWhole(curve, index) || before.missingHours[place]) continue
    if (used[index] == null || usedBefore[place] == null) continue
    now += used[index]
    earlier += usedBefore[place]
  }
  return earlier > 0 ? { percent: Math.round(((now - earlier) / earlier) * 100) } : null
}

/** Where the year before has each interval; undefined where it has it not. */
function placesYearBefore(curve: ToldCurve, before: ToldCurve): (number | undefined)[] {
  const places = new Map<string, number>()
  // The hour that October repeats is found by its first passage.
  for (const [place, start] of before.starts.entries())
    if (!places.has(wallTimeOf(start))) places.set(wallTimeOf(start), place)

  const dayBefore = new Map<MarketDay, MarketDay>()
  return curve.starts.map((start) => {
    const day = dayOf(start)
    if (!dayBefore.has(day)) dayBefore.set(day, addMonths(day, -monthsOfYear))
    return places.get(`${dayBefore.get(day)} ${clockOf(start)}`)
  })
}

function wallTimeOf(start: string): string {
  return `${dayOf(start)} ${clockOf(start)}`
}

function isWhole({ type, starts, dataUntil, missingHours }: ToldCurve, index: number): boolean {
  if (missingHours[index]) return false
  return type !== 'monthly' || (dataUntil !== null && lastOfMonth(dayOf(starts[index]!)) <= dataUntil)
}
