import type { Locale } from '#kit/locale.ts'
import type { Stretch } from '#kit/web/chart/stretches.ts'
import { addDays, lastOfMonth, type MarketDay, weekdayOf } from '#vocabulary/day.ts'
import { formatDay, formatMonth } from '#vocabulary/format.ts'
import type { ChartType } from '../rules.ts'
import { clockOf, dayOf } from '../told-curve.ts'

/** Which passage of an hour that comes twice: when the clocks go back in October. Null where it comes once. */
export type Passage = 'first' | 'second' | null

/** What consecutive intervals come to: a part of a day by the clock, a day, a month, or days that are neither. */
export type Span =
  | { kind: 'clock'; day: MarketDay; from: string; to: string; passage: Passage }
  | { kind: 'day'; day: MarketDay }
  | { kind: 'month'; day: MarketDay }
  | { kind: 'days'; first: MarketDay; last: MarketDay }

type Told = { type: ChartType; starts: readonly string[] }

/** What a stretch of a curve comes to. Times are those of the clock on the wall, the last one that of its end. */
export function spanOf({ type, starts }: Told, { first, last }: Stretch): Span {
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
  const isWholeDay = type === 'daily' || (dayChanges(starts, first - 1) && dayChanges(starts, last))
  if (isWholeDay) return { kind: 'day', day: firstDay }
  return {
    kind: 'clock',
    day: firstDay,
    from: clockOf(starts[first]!),
    to: clockAfter(clockOf(starts[last]!), minutesAt({ type, starts }, last)),
    passage: passageOf(starts, first),
  }
}

/** How long an interval of a day is: one measured by the hour has hours among quarters too. */
export function minutesAt({ type, starts }: Told, index: number): number {
  if (type === 'hourly') return 60
  const day = dayOf(starts[index]!)
  const [earlier, later] = [starts[index - 1], starts[index + 1]]
  if (later && dayOf(later) === day) return minutesBetween(starts[index]!, later)
  return earlier && dayOf(earlier) === day ? minutesBetween(earlier, starts[index]!) : 15
}

function minutesBetween(one: string, other: string): number {
  return (Date.parse(other) - Date.parse(one)) / 60_000
}

function passageOf(starts: readonly string[], index: number): Passage {
  const isSame = (start: string) => isSameClock(start, starts[index]!)
  // An hour has four quarters at most.
  if (starts.slice(Math.max(0, index - 4), index).some(isSame)) return 'second'
  return starts.slice(index + 1, index + 5).some(isSame) ? 'first' : null
}

/** The place on the clock of a part of a day, in hours or in bars where these are shorter; null for whatever is no such part. */
export function clockPlace(curve: Told, stretch: Stretch): number | null {
  const span = spanOf(curve, stretch)
  if (span.kind !== 'clock') return null
  return minutesOfClock(span.from) / (stretch.first === stretch.last ? minutesAt(curve, stretch.first) : 60)
}

/** When the clocks change within a curve by parts of days: from when to when an hour comes twice, or does not come. */
export type ClockChange = { kind: 'back' | 'forward'; day: MarketDay; from: string; to: string }

/** The first change of the clocks within a curve of hours or quarters; null where there is none. */
export function clockChangeOf(curve: Told): ClockChange | null {
  const { type, starts } = curve
  if (type === 'monthly' || type === 'daily') return null
  const after = starts.findIndex(
    (start, index) => index > 0 && offsetOf(start) !== offsetOf(starts[index - 1]!) && !dayChanges(starts, index - 1),
  )
  if (after < 0) return null
  const clock = clockOf(starts[after]!)
  const ended = clockAfter(clockOf(starts[after - 1]!), minutesAt(curve, after - 1))
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

function dayChanges(starts: readonly string[], after: number): boolean {
  return after < 0 || after >= starts.length - 1 || dayOf(starts[after]!) !== dayOf(starts[after + 1]!)
}

function isSameClock(one: string, other: string): boolean {
  return dayOf(one) === dayOf(other) && clockOf(one) === clockOf(other)
}

function clockAfter(clock: string, minutes: number): string {
  const after = minutesOfClock(clock) + minutes
  return `${String(Math.floor(after / 60)).padStart(2, '0')}:${String(after % 60).padStart(2, '0')}`
}

function minutesOfClock(clock: string): number {
  const [hour, minute] = clock.split(':').map(Number) as [number, number]
  return hour * 60 + minute
}

/** The same on the axis, as short as can be; January always tells its year, and an hour that comes again bears an asterisk. */
export function spanTick(span: Span, { hasYear, locale }: { hasYear: boolean; locale: Locale }): string {
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

/** Where the hours, days, weeks and months of a curve begin, as far as they are coarser than its intervals. */
export function groupingsOf({ type, starts }: Told): { name: GroupingName; starts: number[] }[] {
  return coarserThan[type].map((name) => ({ name, starts: beginnings(starts, keys[name]) }))
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
  week,
  month: (start) => start.slice(0, 'YYYY-MM'.length),
}

const mondays = new Map<MarketDay, MarketDay>()

function week(start: string): MarketDay {
  const day = dayOf(start)
  if (!mondays.has(day)) mondays.set(day, addDays(day, 1 - weekdayOf(day)))
  return mondays.get(day)!
}

function beginnings(starts: readonly string[], keyOf: (start: string) => string): number[] {
  let known: string | undefined
  return starts.flatMap((start, index) => {
    const key = keyOf(start)
    if (key === known) return []
    known = key
    return [index]
  })
}
