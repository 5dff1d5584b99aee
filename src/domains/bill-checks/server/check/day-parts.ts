import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import { addDays, dayCount, type MarketDay } from '#vocabulary/day.ts'

/** Returns the days that both ranges have, or null. */
export function intersectDays(one: DayRange, other: DayRange): DayRange | null {
  const firstDay = one.firstDay > other.firstDay ? one.firstDay : other.firstDay
  const lastDay = one.lastDay < other.lastDay ? one.lastDay : other.lastDay
  return firstDay <= lastDay ? { firstDay, lastDay } : null
}

/** Returns what is left of a range without the days of others, in order. */
export function subtractDays(range: DayRange, taken: readonly DayRange[]): DayRange[] {
  let parts = [range]
  for (const each of taken)
    if (parts.some((part) => intersectDays(part, each))) parts = parts.flatMap((part) => withoutDays(part, each))
  return parts
}

function withoutDays(part: DayRange, taken: DayRange): DayRange[] {
  const common = intersectDays(part, taken)
  if (!common) return [part]
  const left: DayRange[] = []
  if (part.firstDay < common.firstDay) left.push({ firstDay: part.firstDay, lastDay: addDays(common.firstDay, -1) })
  if (common.lastDay < part.lastDay) left.push({ firstDay: addDays(common.lastDay, 1), lastDay: part.lastDay })
  return left
}

/** Cuts a range before each of some days that lie within it. */
export function cutDays(range: DayRange, days: readonly MarketDay[]): DayRange[] {
  const within = days.filter((day) => day > range.firstDay && day <= range.lastDay)
  if (within.length === 0) return [range]
  const starts = [...new Set([range.firstDay, ...within])].sort()
  return starts.map((firstDay, index) => ({
    firstDay,
    lastDay: index + 1 < starts.length ? addDays(starts[index + 1]!, -1) : range.lastDay,
  }))
}

/** Returns how many days some ranges have. */
export function countDays(ranges: readonly DayRange[]): number {
  return ranges.reduce((count, { firstDay, lastDay }) => count + dayCount(firstDay, lastDay), 0)
}

/** Checks whether a range lies within another. */
export function containsDays(outer: DayRange, inner: DayRange): boolean {
  return outer.firstDay <= inner.firstDay && inner.lastDay <= outer.lastDay
}
