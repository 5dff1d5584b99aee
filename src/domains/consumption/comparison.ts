import { addMonths, dayCount, lastOfMonth, type MarketDay } from '#vocabulary/day.ts'
import { type ConsumptionCurve, clockOf, dayOf, sumUsedWh } from './consumption-curve.ts'
import type { ChartType, CurveRange } from './rules.ts'

const monthsOfYear = 12

/** Returns the same range a year before. A range that ends with its month still does so around 29 February. */
export function shiftToYearBefore({ start, end }: CurveRange): CurveRange {
  const before = addMonths(end, -monthsOfYear)
  return { start: addMonths(start, -monthsOfYear), end: end === lastOfMonth(end) ? lastOfMonth(before) : before }
}

// With more bars than these, the marks of the other year would be illegible.
const maxDaysCompared: Record<ChartType, number> = { monthly: 1096, daily: 93, hourly: 7, 'quarter-hourly': 2 }

/**
 * Returns the range to compare with, or null if the data do not reach that far back or there would be too much to
 * compare.
 */
export function findComparableRange({
  type,
  range,
  dataFrom,
}: Pick<ConsumptionCurve, 'type' | 'range' | 'dataFrom'>): CurveRange | null {
  if (!dataFrom || dayCount(range.start, range.end) > maxDaysCompared[type]) return null
  const before = shiftToYearBefore(range)
  return before.end >= dataFrom ? before : null
}

/**
 * Returns the usage a year before each interval, null where it is unknown. An hour is compared with the same clock
 * hour.
 */
export function findUsageYearBefore(curve: ConsumptionCurve, before: ConsumptionCurve): (number | null)[] {
  const used = sumUsedWh(before)
  return findIndexesYearBefore(curve, before).map((earlierIndex) =>
    earlierIndex === undefined ? null : used[earlierIndex]!,
  )
}

/** The increase in usage compared with the year before, in whole percent; negative for a decrease. */
export type UsageChange = { percent: number }

/**
 * Compares the intervals that both years have without gaps, so that an incomplete month is not compared with a complete
 * one. Returns null if there are none, or if nothing was used a year before.
 */
export function computeChange(curve: ConsumptionCurve, before: ConsumptionCurve): UsageChange | null {
  const used = sumUsedWh(curve)
  const usedBefore = sumUsedWh(before)
  let now = 0
  let earlier = 0
  for (const [index, earlierIndex] of findIndexesYearBefore(curve, before).entries()) {
    if (earlierIndex === undefined || !isWhole(curve, index) || before.missingHours[earlierIndex]) continue
    if (used[index] == null || usedBefore[earlierIndex] == null) continue
    now += used[index]
    earlier += usedBefore[earlierIndex]
  }
  return earlier > 0 ? { percent: Math.round(((now - earlier) / earlier) * 100) } : null
}

/** Returns the index of each interval in the year before; undefined where it has none. */
function findIndexesYearBefore(curve: ConsumptionCurve, before: ConsumptionCurve): (number | undefined)[] {
  const indexByWallTime = new Map<string, number>()
  // The hour that is repeated in October is matched by its first occurrence.
  for (const [index, start] of before.starts.entries())
    if (!indexByWallTime.has(wallTimeOf(start))) indexByWallTime.set(wallTimeOf(start), index)

  const dayBefore = new Map<MarketDay, MarketDay>()
  return curve.starts.map((start) => {
    const day = dayOf(start)
    if (!dayBefore.has(day)) dayBefore.set(day, addMonths(day, -monthsOfYear))
    return indexByWallTime.get(`${dayBefore.get(day)} ${clockOf(start)}`)
  })
}

function wallTimeOf(start: string): string {
  return `${dayOf(start)} ${clockOf(start)}`
}

function isWhole({ type, starts, dataUntil, missingHours }: ConsumptionCurve, index: number): boolean {
  if (missingHours[index]) return false
  return type !== 'monthly' || (dataUntil !== null && lastOfMonth(dayOf(starts[index]!)) <= dataUntil)
}
