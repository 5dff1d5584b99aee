import type { MarketDay } from './day.ts'

/** The day, the hour with its minutes as a fraction, and the time as people write it: `16:20`. */
export type ClockTime = { day: MarketDay; hour: number; time: string }

const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Madrid',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** What clocks and calendars show in Madrid at an instant, for the browser, which carries no time zone library. */
export function madridClock(instant: Date): ClockTime {
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  const { year, month, day, hour, minute } = parts as Record<string, string>
  return {
    day: `${year}-${month}-${day}`,
    hour: Number(hour) + Number(minute) / 60,
    time: `${Number(hour)}:${minute}`,
  }
}
