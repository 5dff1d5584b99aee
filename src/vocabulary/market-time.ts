import { LRUCache } from 'lru-cache'
import { Temporal } from 'temporal-polyfill'
import { addDays, type MarketDay } from './day.ts'
import { msPerHour } from './durations.ts'

/** Ceuta and Melilla use the time zone of Madrid. */
export type MarketTimeZone = 'Europe/Madrid' | 'Atlantic/Canary'

const msPerMinute = 60_000

/** Returns the real length of the day: 23 hours when the clocks go forward, 25 when they go back. */
export function countHoursOf(day: MarketDay, zone: MarketTimeZone): 23 | 24 | 25 {
  const { startMs, endMs } = dayTimelineOf(day, zone)
  return ((endMs - startMs) / msPerHour) as 23 | 24 | 25
}

/** Returns how many hours there are from the beginning of the first day to the end of the last. */
export function countHoursBetween(first: MarketDay, last: MarketDay, zone: MarketTimeZone): number {
  return (dayTimelineOf(last, zone).endMs - dayTimelineOf(first, zone).startMs) / msPerHour
}

/** Returns the instant of the local midnight at which the day begins. */
export function startOf(day: MarketDay, zone: MarketTimeZone): Date {
  return new Date(dayTimelineOf(day, zone).startMs)
}

/** Returns the local calendar day at an instant. */
export function marketDayOf(instant: Date, zone: MarketTimeZone): MarketDay {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).toPlainDate().toString()
}

/** Returns how many intervals of this many minutes the day has: 92, 96 or 100 quarter-hours. */
export function countIntervalsOf(day: MarketDay, stepMinutes: number, zone: MarketTimeZone): number {
  const { startMs, endMs } = dayTimelineOf(day, zone)
  return (endMs - startMs) / (stepMinutes * msPerMinute)
}

/** Returns the instant at which an interval of the day begins; intervals count from 0. */
export function intervalStart(day: MarketDay, index: number, stepMinutes: number, zone: MarketTimeZone): Date {
  return new Date(dayTimelineOf(day, zone).startMs + index * stepMinutes * msPerMinute)
}

/** Returns the wall-clock hour, 0 to 23, at which an interval of the day begins. */
export function localHourOf(day: MarketDay, intervalIndex: number, stepMinutes: number, zone: MarketTimeZone): number {
  const course = dayTimelineOf(day, zone)
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
 * Returns the interval that a meter file labels by its end. Null for a time that does not exist (02:15 in March) or
 * that falls inside an interval. The label 00:00 closes the day before. ⏎
 * The season only decides between the two readings of the hour that is repeated in October. Elsewhere a wrong season is
 * ignored, because some distributors write a constant. Without a season the repeated hour is read as its first
 * occurrence, in summer time: a reader that finds the same label again requests the second with `summer: 0`. The
 * instant of the change itself has two labels, 02:00 in winter and 03:00 in summer time, and both are accepted.
 */
export function intervalIndexOfEnd(
  end: IntervalEnd,
  stepMinutes: number,
  zone: MarketTimeZone,
): { day: MarketDay; index: number } | null {
  const day = end.minutes === 0 ? addDays(end.localDate, -1) : end.localDate
  const course = dayTimelineOf(day, zone)
  const endMs = instantOfEnd(Date.parse(end.localDate) + end.minutes * msPerMinute, end.summer, course)
  if (endMs === null) return null

  const index = (endMs - course.startMs) / (stepMinutes * msPerMinute) - 1
  return Number.isInteger(index) && index >= 0 && endMs <= course.endMs ? { day, index } : null
}

/** Returns the instant of a wall time on its day, in milliseconds; null where that time does not exist. */
function instantOfEnd(wallMs: number, summer: 0 | 1 | undefined, course: DayTimeline): number | null {
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

/** The timeline of a day: its start and end, and its offset from UTC before and after the clock change. */
type DayTimeline = {
  startMs: number
  endMs: number
  /** Infinity on days without a change. */
  changeMs: number
  offsetBeforeMs: number
  offsetAfterMs: number
}

// A meter file needs the same few hundred days once per record, and computing them is slow.
const dayTimelines = new LRUCache<string, DayTimeline>({ max: 4_000 })

function dayTimelineOf(day: MarketDay, zone: MarketTimeZone): DayTimeline {
  const key = zone + day
  const cached = dayTimelines.get(key)
  if (cached) return cached

  const course = readDayTimeline(day, zone)
  dayTimelines.set(key, course)
  return course
}

function readDayTimeline(day: MarketDay, zone: MarketTimeZone): DayTimeline {
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

function offsetMsAt(course: DayTimeline, instantMs: number): number {
  return instantMs < course.changeMs ? course.offsetBeforeMs : course.offsetAfterMs
}
