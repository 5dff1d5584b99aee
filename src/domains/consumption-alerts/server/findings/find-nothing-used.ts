import type { MarketDay } from '#vocabulary/day.ts'
import { addDays } from '#vocabulary/day.ts'
import { type MeasuredDay, totalWhOf } from '../rules/measured-day.ts'
import { findEmptyStretch } from '../rules/nothing-used.ts'
import type { Finding } from './finding.ts'

const daysBefore = 13

/** Returns that nothing was used for days; null otherwise. */
export function findNothingUsed(
  days: readonly MeasuredDay[],
  options: { minDays: number; fromDay: MarketDay },
): Finding | null {
  const stretch = findEmptyStretch(days, options)
  if (!stretch) return null
  const { firstDay, lastDay, days: count } = stretch
  const chartFrom = addDays(firstDay, -daysBefore)
  const shown = days.filter(({ day }) => day >= chartFrom)
  return {
    period: firstDay,
    values: { firstDay, lastDay, days: count, chartFrom: shown[0]!.day },
    chart: {
      bars: shown.map(totalWhOf),
      marked: shown.flatMap(({ day }, index) => (day >= firstDay ? [index] : [])),
    },
  }
}
