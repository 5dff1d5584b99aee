import { addDays, type MarketDay, weekdayOf } from './day.ts'
import { isNationalFixedHoliday } from './tariff-periods.ts'

/** Returns the last day of a deadline of `count` working days that begins the day after `day`. */
export function addWorkingDays(day: MarketDay, count: number): MarketDay {
  let last = day
  for (let remaining = count; remaining > 0; ) {
    last = addDays(last, 1)
    if (isWorkingDay(last)) remaining--
  }
  return last
}

/**
 * Checks whether the day counts for deadlines in working days: Monday to Friday, except national holidays with a fixed
 * date. Good Friday and regional holidays count as working days, so that a deadline never ends later than it may.
 */
function isWorkingDay(day: MarketDay): boolean {
  return weekdayOf(day) <= 5 && !isNationalFixedHoliday(day)
}
