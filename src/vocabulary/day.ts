import { msPerDay } from './durations.ts'

/** A civil date of the market, `YYYY-MM-DD`. As strings, market days compare and sort in calendar order. */
export type MarketDay = string

/** Checks whether a text is a day of the calendar, written `YYYY-MM-DD`: `2026-02-29` is not. */
export function isMarketDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const time = Date.parse(text)
  // JavaScript reads 30 February as 2 March, so the day must round-trip.
  return !Number.isNaN(time) && dayAt(time) === text
}

/** Returns the day `count` days later; earlier when negative. */
export function addDays(day: MarketDay, count: number): MarketDay {
  return dayAt(Date.parse(day) + count * msPerDay)
}

/** Returns the same day of the month `count` months later, or that month's last day where it is shorter. */
export function addMonths(day: MarketDay, count: number): MarketDay {
  const month = new Date(firstOfMonth(day))
  month.setUTCMonth(month.getUTCMonth() + count)
  const first = dayAt(month.getTime())
  return addDays(first, Math.min(dayOfMonth(day), dayOfMonth(lastOfMonth(first))) - 1)
}

/** Returns every day from the first to the last, both included; none when the last is before the first. */
export function daysFrom(first: MarketDay, last: MarketDay): MarketDay[] {
  return Array.from({ length: Math.max(0, dayCount(first, last)) }, (_, offset) => addDays(first, offset))
}

/** Returns the number of days from the first to the last, both included. */
export function dayCount(first: MarketDay, last: MarketDay): number {
  return (Date.parse(last) - Date.parse(first)) / msPerDay + 1
}

/** Returns the month of the day, `YYYY-MM`. */
export function monthOf(day: MarketDay): string {
  return day.slice(0, 7)
}

/** Returns the first day of the day's month. */
export function firstOfMonth(day: MarketDay): MarketDay {
  return `${monthOf(day)}-01`
}

/** Returns the last day of the day's month. */
export function lastOfMonth(day: MarketDay): MarketDay {
  const date = new Date(firstOfMonth(day))
  date.setUTCMonth(date.getUTCMonth() + 1, 0)
  return dayAt(date.getTime())
}

/** Returns the day of the week, Monday 1 to Sunday 7. */
export function weekdayOf(day: MarketDay): 1 | 2 | 3 | 4 | 5 | 6 | 7 {
  return (new Date(day).getUTCDay() || 7) as 1 | 2 | 3 | 4 | 5 | 6 | 7
}

function dayOfMonth(day: MarketDay): number {
  return Number(day.slice('YYYY-MM-'.length))
}

function dayAt(time: number): MarketDay {
  return new Date(time).toISOString().slice(0, 10)
}
