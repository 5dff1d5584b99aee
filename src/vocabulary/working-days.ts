import { addDays, type MarketDay, weekdayOf } from './day.ts'
import { isNationalFixedHoliday } from './tariff-periods.ts'

/** The last day of a term of `count` working days that begins the day after `day`. */
export function addWorkingDays(day: MarketDay, count: number): MarketDay {
  let last = day
  for (let left = count; left > 0; ) {
    last = addDays(last, 1)
    if (isWorkingDay(last)) left--
  }
  return last
}

/**
 * Whether the day is a working one for terms that are counted in working days: Monday to Friday, but for the national holidays
 * with a fixed date. Good Friday and regional holidays count as working days, so that a term never ends later than it may.
 */
function isWorkingDay(day: MarketDay): boolean {
  return weekdayOf(day) <= 5 && !isNationalFixedHoliday(day)
}
