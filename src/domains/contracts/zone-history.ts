import type { MarketDay } from '#vocabulary/day.ts'

/** A province in which a supply point lies from a day on, until the next one begins. */
export type ZonePeriod = { from_day: MarketDay; province_code: string }

/** The day from which the first province is told, before any curve. */
export const beginning: MarketDay = '1900-01-01'

/**
 * The provinces of a supply point, by day, once it is said to lie in one from a day on. What was said of that day and of
 * those after it is replaced; where it is the present province, so is its own earlier beginning. No periods are told of a
 * point that has always been in its `present` province; the same array is answered where nothing is otherwise.
 */
export function zoneHistoryAfter(
  periods: readonly ZonePeriod[],
  present: string,
  told: { provinceCode: string; from: MarketDay },
): readonly ZonePeriod[] {
  const { provinceCode, from } = told
  if (periods.length === 0)
    return provinceCode === present ? [] : [{ from_day: beginning, province_code: present }, period(told)]
  const last = periods.at(-1)!
  if (last.from_day === from && last.province_code === provinceCode) return periods
  const replacedFrom = provinceCode === present && last.from_day < from ? last.from_day : from
  const earlier = periods.filter(({ from_day }) => from_day < replacedFrom)
  // Since when a point has been in the only province that is known of is not a change.
  if (earlier.length === 0) return periods
  return earlier.at(-1)!.province_code === provinceCode ? earlier : [...earlier, period(told)]
}

function period({ provinceCode, from }: { provinceCode: string; from: MarketDay }): ZonePeriod {
  return { from_day: from, province_code: provinceCode }
}
