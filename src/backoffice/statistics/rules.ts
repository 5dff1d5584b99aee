import { addDays, daysFrom, type MarketDay, weekdayOf } from '#vocabulary/day.ts'

/** The periods of the statistics: daily bars for 30 days, weekly bars for 12 weeks. */
export const periods = ['30d', '12w'] as const
export type Period = (typeof periods)[number]

/** Upper bounds of the response time classes; the last one also counts everything slower. */
const responseTimeBoundsMs = [10, 25, 50, 100, 150, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000] as const

/** Returns the bound under which a response time is counted. */
export function responseTimeBound(milliseconds: number): number {
  return responseTimeBoundsMs.find((bound) => milliseconds <= bound) ?? responseTimeBoundsMs.at(-1)!
}

/**
 * Returns the response time in milliseconds within which the given share (0 to 1) of responses was sent, rounded up to
 * a bound. Returns null without responses.
 */
export function percentileMs(counts: ReadonlyMap<number, number>, share: number): number | null {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  if (!total) return null
  let counted = 0
  for (const bound of responseTimeBoundsMs) {
    counted += counts.get(bound) ?? 0
    if (counted >= total * share) return bound
  }
  return responseTimeBoundsMs.at(-1)!
}

/** Returns the first days of the bars of a period up to today: each day, or the Monday of each week. */
export function barDaysOf(period: Period, today: MarketDay): MarketDay[] {
  if (period === '30d') return daysFrom(addDays(today, -29), today)
  const monday = mondayOf(today)
  return Array.from({ length: 12 }, (_, week) => addDays(monday, (week - 11) * 7))
}

/** Returns the first day of the bar that includes a day. */
export function barDayOf(period: Period, day: MarketDay): MarketDay {
  return period === '30d' ? day : mondayOf(day)
}

function mondayOf(day: MarketDay): MarketDay {
  return addDays(day, 1 - weekdayOf(day))
}
