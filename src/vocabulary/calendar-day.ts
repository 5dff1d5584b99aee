import { addDays, dayCount, type MarketDay } from './day.ts'
import { toMadridWallTime } from './madrid-offset.ts'

/** Returns the calendar day in Madrid at an instant, for the browser, which has no time zone library. */
export function calendarDayOf(instant: Date): MarketDay {
  return toMadridWallTime(instant).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

/**
 * Returns the number of hours from the first day to the last, both included: one less where the clocks go forward, one
 * more where they go back. The islands change their clocks on the same days.
 */
export function countHours(first: MarketDay, last: MarketDay): number {
  return dayCount(first, last) * 24 + hoursAhead(first) - hoursAhead(addDays(last, 1))
}

// The offset of Madrid at midnight UTC, when its clocks show 01 or 02. They change at 01:00 UTC.
function hoursAhead(day: MarketDay): number {
  return toMadridWallTime(new Date(day)).getUTCHours()
}
