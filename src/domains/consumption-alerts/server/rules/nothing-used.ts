import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { type MeasuredDay, totalWhOf } from './measured-day.ts'

/** Days in a row on which nothing was used. */
export type EmptyStretch = { firstDay: MarketDay; lastDay: MarketDay; days: number }

/**
 * Returns the stretch of days without any energy that ends on the last day, if it has at least so many days; null
 * without one. Each hour of each day was measured as zero, and nothing was fed into the grid.
 */
export function findEmptyStretch(
  days: readonly MeasuredDay[],
  { minDays, fromDay }: { minDays: number; fromDay: MarketDay },
): EmptyStretch | null {
  const lastDay = days.at(-1)?.day
  if (lastDay === undefined || lastDay < fromDay) return null
  let firstDay: MarketDay | null = null
  let count = 0
  for (const day of days.toReversed()) {
    const follows = day.day === addDays(lastDay, -count)
    if (!follows || day.exportsEnergy || totalWhOf(day) !== 0) break
    firstDay = day.day
    count++
  }
  return firstDay !== null && count >= minDays ? { firstDay, lastDay, days: count } : null
}
