import type { MarketDay } from '#vocabulary/day.ts'
import type { MonthSum } from './month-sums.ts'

/** Returns the month with the highest sum, by its first day, the oldest one in a tie; null without sums. */
export function findHighestMonth(sums: readonly MonthSum[]): { month: MarketDay; cents: number } | null {
  const months = new Map<MarketDay, number>()
  for (const { month, settledCents, dueCents } of sums)
    months.set(month, (months.get(month) ?? 0) + settledCents + (dueCents ?? 0))
  const [highest] = [...months].sort(
    ([month, cents], [other, otherCents]) => otherCents - cents || (month < other ? -1 : 1),
  )
  return highest ? { month: highest[0], cents: highest[1] } : null
}
