import { addDays, addMonths, dayCount, lastOfMonth, weekdayOf } from '#vocabulary/day.ts'

/**
 * Returns the weeks of a month (`2026-12`) as calendars show it, from Monday to Sunday, with null for days of another
 * month.
 */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`
  const lead = weekdayIndexOf(first)
  const count = dayCount(first, lastOfMonth(first))
  return Array.from({ length: Math.ceil((lead + count) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const offset = week * 7 + weekday - lead
      return offset < 0 || offset >= count ? null : addDays(first, offset)
    }),
  )
}

/** Returns the day to which a key moves from `day` in a calendar; undefined for a key that moves nowhere. */
export function moveDayByKey(day: string, key: string, isWithShift: boolean): string | undefined {
  const weekday = weekdayIndexOf(day)
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, Home: -weekday, End: 6 - weekday }[key]
  if (days !== undefined) return addDays(day, days)
  const months = { PageUp: -1, PageDown: 1 }[key]
  return months === undefined ? undefined : addMonths(day, isWithShift ? months * 12 : months)
}

/** Returns the day of the week, from 0 for Monday to 6 for Sunday. */
function weekdayIndexOf(day: string): number {
  return weekdayOf(day) - 1
}
