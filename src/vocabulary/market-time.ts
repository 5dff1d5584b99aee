import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'
import { addDays, type MarketDay } from './day.ts'

/** Ceuta and Melilla keep the clock of Madrid. */
export type MarketTimeZone = 'Europe/Madrid' | 'Atlantic/Canary'

const msPerMinute = 60_000
const msPerHour = 3_600_000

/** How long the day really is: 23 hours when the clocks go forward, 25 when they go back. */
export function hoursOf(day: MarketDay, zone: MarketTimeZone): 23 | 24 | 25 {
  const { startMs, endMs } = courseOf(day, zone)
  return ((endMs - startMs) / msPerHour) as 23 | 24 | 25
}

/** The instant of the local midnight that opens the day. */
export function startOf(day: MarketDay, zone: MarketTimeZone): Date {
  return new Date(courseOf(day, zone).startMs)
}

/** The day that the calendar on the wall shows at the instant. */
export function marketDayOf(instant: Date, zone: MarketTimeZone): MarketDay {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString()
}

/** How many intervals of so many minutes the day has: 92, 96 or 100 quarter hours. */
export function intervalsOf(day: MarketDay, stepMinutes: number, zone: MarketTimeZone): number {
  const { startMs, endMs } = courseOf(day, zone)
  return (endMs - startMs) / (stepMinutes * msPerMinute)
}

/** The instant at which an interval of the day begins; intervals count from 0. */
export function intervalStart(day: MarketDay, index: number, stepMinutes: number, zone: MarketTimeZone): Date {
  return new Date(courseOf(day, zone).startMs + index * stepMinutes * msPerMinute)
}

/** The hour on the wall clock, 0 to 23, when an interval of the day begins. */
export function localHourOf(day: MarketDay, intervalIndex: number, stepMinutes: number, zone: MarketTimeZone): number {
  const course = courseOf(day, zone)
  const instantMs = course.startMs + intervalIndex * stepMinutes * msPerMinute
  return new Date(instantMs + offsetMsAt(course, instantMs)).getUTCHours()
}

/** The end of an interval as meter files label it: local wall time, `minutes` after midnight (1440 closes the day). */
export type IntervalEnd = {
  localDate: MarketDay
  minutes: number
  /** The season of the end: 1 summer, 0 winter. Absent where the file has none. */
  summer?: 0 | 1 | undefined
}

/**
 * The interval that a meter file labels by its end. Null where no clock showed that time (02:15 in March) or where it
 * falls inside an interval. The label 00:00 closes the day before.
 *
 * The season only decides between the two readings of the hour that October repeats. Elsewhere a wrong one is
 * overruled, because some distributors write a constant. Without a season the repeated hour is read as its first,
 * summer, passage: a reader that meets the same label again asks for the second with `summer: 0`. The instant of the
 * change itself bears two names, 02:00 in winter and 03:00 in summer time, and either is understood.
 */
export function intervalIndexOfEnd(
  end: IntervalEnd,
  stepMinutes: number,
  zone: MarketTimeZone,
): { day: MarketDay; index: number } | null {
  const day = end.minutes === 0 ? addDays(end.localDate, -1) : end.localDate
  const course = courseOf(day, zone)
  const endMs = instantOfEnd(Date.parse(end.localDate) + end.minutes * msPerMinute, end.summer, course)
  if (endMs === null) return null

  const index = (endMs - course.startMs) / (stepMinutes * msPerMinute) - 1
  return Number.isInteger(index) && index >= 0 && endMs <= course.endMs ? { day, index } : null
}

/** The instant that the wall time of an end means on its day, in milliseconds; null where no clock shows it. */
function instantOfEnd(wallMs: number, summer: 0 | 1 | undefined, course: Course): number | null {
  const beforeChange = wallMs - course.offsetBeforeMs
  const afterChange = wallMs - course.offsetAfterMs
  const mayBeBefore = beforeChange <= course.changeMs
  const mayBeAfter = afterChange >= course.changeMs
  if (mayBeBefore && mayBeAfter) {
    const isBefore = summer === undefined ? beforeChange < course.changeMs : summer === 1
    return isBefore ? beforeChange : afterChange
  }
  if (mayBeBefore) return beforeChange
  return mayBeAfter ? afterChange : null
}

/** A day as it passes: where it lies in time, and its offset from UTC before and after the clocks change. */
type Course = {
  startMs: number
  endMs: number
  /** Infinity on the days without a change. */
  changeMs: number
  offsetBeforeMs: number
  offsetAfterMs: number
}

// A meter file asks for the same few hundred days once per record, and the calendar takes its time to answer.
const courses = new LRUCache<string, Course>({ max: 4_000 })

function courseOf(day: MarketDay, zone: MarketTimeZone): Course {
  const key = zone + day
  const known = courses.get(key)
  if (known) return known

  const course = readCourse(day, zone)
  courses.set(key, course)
  return course
}

function readCourse(day: MarketDay, zone: MarketTimeZone): Course {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(zone)
  const end = start.add({ days: 1 })
  const isChanging = start.offsetNanoseconds !== end.offsetNanoseconds
  return {
    startMs: start.epochMilliseconds,
    endMs: end.epochMilliseconds,
    changeMs: isChanging ? start.getTimeZoneTransition('next')!.epochMilliseconds : Number.POSITIVE_INFINITY,
    offsetBeforeMs: start.offsetNanoseconds / 1e6,
    offsetAfterMs: end.offsetNanoseconds / 1e6,
  }
}

function offsetMsAt(course: Course, instantMs: number): number {
  return instantMs < course.changeMs ? course.offsetBeforeMs : course.offsetAfterMs
}
