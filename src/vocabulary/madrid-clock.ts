import type { MarketDay } from './day.ts'
import { toMadridWallTime } from './madrid-offset.ts'

/** The day, the hour with its minutes as a fraction, and the time as text: `16:20`. */
export type ClockTime = { day: MarketDay; hour: number; time: string }

/** Returns the date and time in Madrid at an instant, for the browser, which has no time zone library. */
export function readMadridClock(instant: Date): ClockTime {
  const shown = toMadridWallTime(instant)
  const [day = '', time = ''] = shown.toISOString().split('T')
  const hour = shown.getUTCHours()
  return { day, hour: hour + shown.getUTCMinutes() / 60, time: `${hour}:${time.slice('HH:'.length, 'HH:MM'.length)}` }
}
