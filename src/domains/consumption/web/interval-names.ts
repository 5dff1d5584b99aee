import type { Locale } from '#kit/locale.ts'
import type { Stretch } from '#kit/web/chart/stretches.ts'
import { addDays, lastOfMonth, type MarketDay, weekdayOf } from '#vocabulary/day.ts'
import { formatDay, formatMonth } from '#vocabulary/format.ts'
import type { ChartType } from '../rules.ts'
import { clockOf, dayOf } from '../told-curve.ts'

const minutesOf: Record<ChartType, number> = { monthly: 0, daily: 0, hourly: 60, 'quarter-hourly': 15 }

/** What consecutive intervals come to: a part of a day by the clock, a day, a month, or days that are neither. */
export type Span =
  | { kind: 'clock'; day: MarketDay; from: string; to: string; isRepeated: boolean }
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
    to: clockAfter(clockOf(starts[last]!), minutesOf[type]),
    isRepeated: starts.slice(Math.max(0, first - 4), first).some((start) => isSameClock(start, starts[first]!)),
  }
}

function dayChanges(starts: readonly string[], after: number): boolean {
  return after < 0 || after >= starts.length - 1 || dayOf(starts[after]!) !== dayOf(starts[after + 1]!)
}

function isSameClock(one: string, other: string): boolean {
  return dayOf(one) === dayOf(other) && clockOf(one) === clockOf(other)
}

function clockAfter(clock: string, minutes: number): string {
  const [hour, minute] = clock.split(':').map(Number) as [number, number]
  const after = hour * 60 + minute + minutes
  return `${String(Math.floor(after / 60)).padStart(2, '0')}:${String(after % 60).padStart(2, '0')}`
}

/** The same on the axis, as short as can be; January always tells its year. */
export function spanTick(span: Span, { hasYear, locale }: { hasYear: boolean; locale: Locale }): string {
  switch (span.kind) {
    case 'clock':
      return span.from.endsWith(':00') ? span.from.slice(0, 2) : span.from
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
