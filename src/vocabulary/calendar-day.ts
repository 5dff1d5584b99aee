import { addDays, dayCount, type MarketDay } from './day.ts'
import { shownInMadrid } from './madrid-offset.ts'

/** The day that the calendar shows in Madrid at an instant, for the browser, which carries no time zone library. */
export function calendarDayOf(instant: Date): MarketDay {
  return shownInMadrid(instant).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

/**
 * How many hours pass from the first day to the last, both included: one less where the clocks go forward, one more where
 * they go back. The islands change theirs on the same days.
 */
export function hoursFrom(first: MarketDay, last: MarketDay): number {
  return dayCount(first, last) * 24 + hoursAhead(first) - hoursAhead(addDays(last, 1))
}

// By how much the clock of Madrid is ahead when a day begins: it changes an hour after midnight of UTC, when that shows 01 or 02.
function hoursAhead(day: MarketDay): number {
  return shownInMadrid(new Date(day)).getUTCHours()
}
