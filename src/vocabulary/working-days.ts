import { addDays, type MarketDay, weekdayOf } from './day.ts'
import { isNationalHoliday } from './holidays.ts'

/** The holidays of a place besides the national ones. Where a place is unknown there are none: the earlier day counts. */
export type LocalHolidays = ReadonlySet<MarketDay>

const noLocalHolidays: LocalHolidays = new Set()

/**
 * Returns the last day of a deadline of `count` working days that begins the day after `day`; with a negative count the
 * day that many working days before.
 */
export function addWorkingDays(day: MarketDay, count: number, holidays = noLocalHolidays): MarketDay {
  const step = Math.sign(count)
  let last = day
  for (let remaining = Math.abs(count); remaining > 0; ) {
    last = addDays(last, step)
    if (isWorkingDay(last, holidays)) remaining--
  }
  return last
}

/** Returns how many working days there are after `day`, until `last` and including it; 0 if there are none. */
export function countWorkingDays(day: MarketDay, last: MarketDay, holidays = noLocalHolidays): number {
  let count = 0
  for (let each = addDays(day, 1); each <= last; each = addDays(each, 1)) if (isWorkingDay(each, holidays)) count++
  return count
}

/** Checks whether a day counts for deadlines in working days: Monday to Friday, except the holidays of its place. */
export function isWorkingDay(day: MarketDay, holidays = noLocalHolidays): boolean {
  return weekdayOf(day) <= 5 && !isNationalHoliday(day) && !holidays.has(day)
}
