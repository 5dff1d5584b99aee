import type { MarketDay } from './day.ts'
import { shownInMadrid } from './madrid-offset.ts'

/** The day, the hour with its minutes as a fraction, and the time as people write it: `16:20`. */
export type ClockTime = { day: MarketDay; hour: number; time: string }

/** What clocks and calendars show in Madrid at an instant, for the browser, which carries no time zone library. */
export function madridClock(instant: Date): ClockTime {
  const shown = shownInMadrid(instant)
  const [day = '', time = ''] = shown.toISOString().split('T')
  const hour = shown.getUTCHours()
  return { day, hour: hour + shown.getUTCMinutes() / 60, time: `${hour}:${time.slice('HH:'.length, 'HH:MM'.length)}` }
}
