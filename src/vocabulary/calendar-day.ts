import type { MarketDay } from './day.ts'

// Swedish dates are written YYYY-MM-DD.
const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid' })

/** The day that the calendar shows in Madrid at an instant, for the browser, which carries no time zone library. */
export function calendarDayOf(instant: Date): MarketDay {
  return format.format(instant)
}
