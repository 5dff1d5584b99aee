import type { BarRange } from '#kit/web/chart/bar-groups.ts'
import { addDays, lastOfMonth, type MarketDay, weekdayOf } from '#vocabulary/day.ts'
import { formatDay, formatMonth } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { clockOf, dayOf } from '../consumption-curve.ts'
import type { ChartType } from '../rules.ts'

/** Which occurrence of a repeated hour it is, when the clocks go back in October. Null for an hour that occurs once. */
export type HourOccurrence = 'first' | 'second' | null

/** What consecutive intervals add up to: a part of a day by the clock, a day, a month, or days that are neither. */
export type Span =
  | { kind: 'clock'; day: MarketDay; from: string; to: string; passage: HourOccurrence }
  | { kind: 'day'; day: MarketDay }
  | { kind: 'month'; day: MarketDay }
  | { kind: 'days'; first: MarketDay; last: MarketDay }

type CurveIntervals = { type: ChartType; starts: readonly string[] }

/** Returns the span of consecutive bars of a curve. Times are local, the last one being the end. */
export function spanOf({ type, starts }: CurveIntervals, { first, last }: BarRange): Span {
  const firstDay = dayOf(starts[first]!)
  const lastDay = dayOf(starts[last]!)
  if (type === 'monthly')
    return first === last
      ? { kind: 'month', day: firstDay }
      : { kind: 'days', first: firstDay, last: lastOfMonth(lastDay) }
  if (firstDay !== lastDay) {
    const isMonth = firstDay.endsWith('-01') && lastDay === lastOfMonth(firstDay)
    return isMonth ? { kind: 'month', day: firstDay } : { kind: 'days', first: firstDay, last: lastDay }
  }
  const isWholeDay = type === 'daily' || (isDayChange(starts, first - 1) && isDayChange(starts, last))
  if (isWholeDay) return { kind: 'day', day: firstDay }
  return {
    kind: 'clock',
    day: firstDay,
    from: clockOf(starts[first]!),
    to: addToClock(clockOf(starts[last]!), minutesAt({ type, starts }, last)),
    passage: hourOccurrenceOf(starts, first),
  }
}

/** Returns the length of a day's interval in minutes: a day measured by the hour has hours among quarters too. */
export function minutesAt({ type, starts }: CurveIntervals, index: number): number {
  if (type === 'hourly') return 60
  const day = dayOf(starts[index]!)
  const [earlier, later] = [starts[index - 1], starts[index + 1]]
  if (later && dayOf(later) === day) return minutesBetween(starts[index]!, later)
  return earlier && dayOf(earlier) === day ? minutesBetween(earlier, starts[index]!) : 15
}

function minutesBetween(one: string, other: string): number {
  return (Date.parse(other) - Date.parse(one)) / 60_000
}

function hourOccurrenceOf(starts: readonly string[], index: number): HourOccurrence {
  const isSame = (start: string) => isSameClock(start, starts[index]!)
  // An hour has four quarters at most.
  if (starts.slice(Math.max(0, index - 4), index).some(isSame)) return 'second'
  return starts.slice(index + 1, index + 5).some(isSame) ? 'first' : null
}

/**
 * Returns the position of a part of a day on the clock, in hours, or in bars if these are shorter; null for anything
 * else.
 */
export function clockPositionOf(curve: CurveIntervals, stretch: BarRange): number | null {
  const span = spanOf(curve, stretch)
  if (span.kind !== 'clock') return null
  return minutesOfClock(span.from) / (stretch.first === stretch.last ? minutesAt(curve, stretch.first) : 60)
}

/** A clock change within a curve of parts of days: the times between which an hour is repeated or skipped. */
export type ClockChange = { kind: 'back' | 'forward'; day: MarketDay; from: string; to: string }

/** Returns the first clock change within a curve of hours or quarters; null if there is none. */
export function findClockChange(curve: CurveIntervals): ClockChange | null {
  const { type, starts } = curve
  if (type === 'monthly' || type === 'daily') return null
  const after = starts.findIndex(
    (start, index) => index > 0 && offsetOf(start) !== offsetOf(starts[index - 1]!) && !isDayChange(starts, index - 1),
  )
  if (after < 0) return null
  const clock = clockOf(starts[after]!)
  const ended = addToClock(clockOf(starts[after - 1]!), minutesAt(curve, after - 1))
  const isBack = clock < ended
  return {
    kind: isBack ? 'back' : 'forward',
    day: dayOf(starts[after]!),
    ...(isBack ? { from: clock, to: ended } : { from: ended, to: clock }),
  }
}

function offsetOf(start: string): string {
  return start.slice(-'+01:00'.length)
}

function isDayChange(starts: readonly string[], after: number): boolean {
  return after < 0 || after >= starts.length - 1 || dayOf(starts[after]!) !== dayOf(starts[after + 1]!)
}

function isSameClock(one: string, other: string): boolean {
  return dayOf(one) === dayOf(other) && clockOf(one) === clockOf(other)
}

function addToClock(clock: string, minutes: number): string {
  const after = minutesOfClock(clock) + minutes
  return `${String(Math.floor(after / 60)).padStart(2, '0')}:${String(after % 60).padStart(2, '0')}`
}

function minutesOfClock(clock: string): number {
  const [hour, minute] = clock.split(':').map(Number) as [number, number]
  return hour * 60 + minute
}

/**
 * Formats a span for the axis, as short as possible; January always includes its year, and a repeated hour has an
 * asterisk.
 */
export function formatSpanTick(span: Span, { hasYear, locale }: { hasYear: boolean; locale: Locale }): string {
  switch (span.kind) {
    case 'clock':
      return (span.from.endsWith(':00') ? span.from.slice(0, 2) : span.from) + (span.passage === 'second' ? '*' : '')
    case 'day':
      return String(Number(span.day.slice(-2)))
    case 'month':
      return formatMonth(span.day, locale, hasYear || span.day.slice(5, 7) === '01' ? 'shortWithYear' : 'short')
    case 'days':
      return formatDay(span.first, locale).slice(0, 5)
  }
}

export type GroupingName = 'hour' | 'day' | 'week' | 'month'

/** Returns where the hours, days, weeks and months of a curve begin, if they are coarser than its intervals. */
export function groupingsOf({ type, starts }: CurveIntervals): { name: GroupingName; starts: number[] }[] {
  return coarserThan[type].map((name) => ({ name, starts: findGroupStarts(starts, keys[name]) }))
}

const coarserThan: Record<ChartType, GroupingName[]> = {
  monthly: [],
  daily: ['week', 'month'],
  hourly: ['day', 'week', 'month'],
  'quarter-hourly': ['hour', 'day', 'week', 'month'],
}

const keys: Record<GroupingName, (start: string) => string> = {
  // With its offset, since October has an hour twice.
  hour: (start) => start.slice(0, 'YYYY-MM-DDTHH'.length) + start.slice(-'+01:00'.length),
  day: dayOf,
  week: mondayOf,
  month: (start) => start.slice(0, 'YYYY-MM'.length),
}

const mondays = new Map<MarketDay, MarketDay>()

function mondayOf(start: string): MarketDay {
  const day = dayOf(start)
  if (!mondays.has(day)) mondays.set(day, addDays(day, 1 - weekdayOf(day)))
  return mondays.get(day)!
}

function findGroupStarts(starts: readonly string[], keyOf: (start: string) => string): number[] {
  let known: string | undefined
  return starts.flatMap((start, index) => {
    const key = keyOf(start)
    if (key === known) return []
    known = key
    return [index]
  })
}
