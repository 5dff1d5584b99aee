import { addDays, daysFrom, type MarketDay, weekdayOf } from '#vocabulary/day.ts'

/** How far back figures go, and whether a bar is a day or a week. */
export const periods = ['30d', '12w'] as const
export type Period = (typeof periods)[number]

/** Upper bounds of how long answers took; the last one stands for all that is longer. */
const answerBoundsMs = [10, 25, 50, 100, 150, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000] as const

/** Under which bound an answer is counted. */
export function boundOf(milliseconds: number): number {
  return answerBoundsMs.find((bound) => milliseconds <= bound) ?? answerBoundsMs.at(-1)!
}

/** Within how many milliseconds so large a part (0 to 1) of the answers was given, at most; null where there were none. */
export function withinMs(counts: ReadonlyMap<number, number>, part: number): number | null {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  if (!total) return null
  let counted = 0
  for (const bound of answerBoundsMs) {
    counted += counts.get(bound) ?? 0
    if (counted >= total * part) return bound
  }
  return answerBoundsMs.at(-1)!
}

/** The days with which the bars of a period begin, up to today: each day, or the Monday of each week. */
export function barsOf(period: Period, today: MarketDay): MarketDay[] {
  if (period === '30d') return daysFrom(addDays(today, -29), today)
  const monday = mondayOf(today)
  return Array.from({ length: 12 }, (_, week) => addDays(monday, (week - 11) * 7))
}

/** The bar under which a day stands. */
export function barOf(period: Period, day: MarketDay): MarketDay {
  return period === '30d' ? day : mondayOf(day)
}

function mondayOf(day: MarketDay): MarketDay {
  return addDays(day, 1 - weekdayOf(day))
}
