import type { MarketDay } from '#vocabulary/day.ts'

/** A province in which a supply point lies from a day until the next period begins. */
export type ZonePeriod = { from_day: MarketDay; province_code: string }

/** The first day of the first province, before any curve. */
export const beginning: MarketDay = '1900-01-01'

/**
 * Returns the provinces of a supply point by day, after a report that it lies in one from a day on. Earlier statements
 * on that day and the days after it are replaced; where it is the present province, so is its own earlier beginning. A
 * point that has always been in its `present` province has no periods. If nothing changes, the same array is returned.
 */
export function zoneHistoryAfter(
  periods: readonly ZonePeriod[],
  present: string,
  imported: { provinceCode: string; from: MarketDay },
): readonly ZonePeriod[] {
  const { provinceCode, from } = imported
  if (periods.length === 0)
    return provinceCode === present ? [] : [{ from_day: beginning, province_code: present }, period(imported)]
  const last = periods.at(-1)!
  if (last.from_day === from && last.province_code === provinceCode) return periods
  const replacedFrom = provinceCode === present && last.from_day < from ? last.from_day : from
  const earlier = periods.filter(({ from_day }) => from_day < replacedFrom)
  // The first day in the only known province is not a change.
  if (earlier.length === 0) return periods
  return earlier.at(-1)!.province_code === provinceCode ? earlier : [...earlier, period(imported)]
}

function period({ provinceCode, from }: { provinceCode: string; from: MarketDay }): ZonePeriod {
  return { from_day: from, province_code: provinceCode }
}
