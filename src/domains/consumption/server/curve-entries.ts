import { addMonths, daysFrom, firstOfMonth, lastOfMonth, type MarketDay } from '#vocabulary/day.ts'
import { hoursOf, intervalsOf } from '#vocabulary/market-time.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import type { ChartType, DayRange } from '../rules.ts'
import type { ContractPoint, KeptDay } from './curve-queries.ts'
import type { SpanTotals } from './curve-totals.ts'
import { periodsOf } from './day-totals.ts'
import { intervalLabels } from './interval-labels.ts'

/** What a curve says of one interval and one tariff period of it. Null is not known. */
export type CurveEntry = {
  startsAt: string
  period: Period | null
  importWh: number | null
  exportWh: number | null
  reactiveVarh: number | null
  missingHours: number
  estimatedHours: number
}

type Told = { point: ContractPoint; range: DayRange; span: DayRange | null }

/** Months or days as entries: one per tariff period that occurs, one with nulls where nothing is known. */
export function totalsAsEntries(
  totals: readonly SpanTotals[],
  { point, range, span, unit }: Told & { unit: 'month' | 'day' },
): CurveEntry[] {
  const byDay = new Map(totals.map((total) => [total.firstDay, total]))
  return spansOf(range, unit).flatMap(({ first, last }) => {
    const startsAt = intervalLabels(first, 60, point.timeZone)[0]!
    const total = byDay.get(first)
    const tellable = span
      ? hoursWithin({ start: later(first, range.start), end: earlier(last, range.end) }, span, point)
      : 0
    if (!total) return [unknown(startsAt, tellable)]
    const missingHours = total.missingHours + Math.max(0, tellable - total.toldHours)
    return total.importPeriodWh.map((importWh, index) => ({
      startsAt,
      period: (index + 1) as Period,
      importWh,
      exportWh: total.exportPeriodWh?.[index] ?? null,
      // Kept for the day as a whole, so it stands with the first period.
      reactiveVarh: index === 0 ? total.reactiveVarh : null,
      missingHours,
      estimatedHours: total.estimatedHours,
    }))
  })
}

function hoursWithin(range: DayRange, span: DayRange, { timeZone, held }: ContractPoint): number {
  const start = later(later(range.start, span.start), held.start)
  const end = earlier(earlier(range.end, span.end), held.end)
  return start > end ? 0 : daysFrom(start, end).reduce((hours, day) => hours + hoursOf(day, timeZone), 0)
}

function spansOf(range: DayRange, unit: 'month' | 'day'): { first: MarketDay; last: MarketDay }[] {
  if (unit === 'day') return daysFrom(range.start, range.end).map((day) => ({ first: day, last: day }))
  const spans = []
  for (let first = firstOfMonth(range.start); first <= range.end; first = addMonths(first, 1))
    spans.push({ first, last: lastOfMonth(first) })
  return spans
}

/** Hours or quarter hours as entries; a day measured by the hour has hours in either. */
export function daysAsEntries(
  days: readonly KeptDay[],
  { point, range, span, type }: Told & { type: Extract<ChartType, 'hourly' | 'quarter-hourly'> },
): CurveEntry[] {
  const byDay = new Map(days.map((day) => [day.day, day]))
  return daysFrom(range.start, range.end).flatMap((day) => {
    const kept = byDay.get(day)
    const isTellable = span !== null && span.start <= day && day <= span.end
    const measured = kept ?? nothingOf(day, point)
    const shown = type === 'hourly' ? byHour(measured) : measured
    return entriesOfDay(shown, point, hoursIn(measured, shown.importWh.length, isTellable))
  })
}

function entriesOfDay(day: KeptDay, point: ContractPoint, hours: IntervalHours[]): CurveEntry[] {
  const labels = intervalLabels(day.day, day.stepMinutes, point.timeZone)
  const periods = point.tariff && periodsOf(day, point.termsOn(day.day))
  return day.importWh.map((importWh, index) => {
    const exportWh = day.exportWh?.[index] ?? null
    return {
      startsAt: labels[index]!,
      period: periods?.[index] ?? null,
      importWh,
      exportWh,
      reactiveVarh: day.reactiveVarh?.[index] ?? null,
      ...hours[index]!,
    }
  })
}

type IntervalHours = Pick<CurveEntry, 'missingHours' | 'estimatedHours'>

/** How much of each shown interval is missing and estimated, by the intervals that were measured, as months count it. */
function hoursIn(day: KeptDay, shownIntervals: number, isTellable: boolean): IntervalHours[] {
  const size = day.importWh.length / shownIntervals
  return chunks([...day.importWh.keys()], size).map((indexes) => {
    const missing = indexes.filter((index) => day.importWh[index] === null && day.exportWh?.[index] == null)
    const estimated = indexes.filter((index) => day.quality?.[index] === 'E')
    return {
      missingHours: isTellable ? (missing.length * day.stepMinutes) / 60 : 0,
      estimatedHours: (estimated.length * day.stepMinutes) / 60,
    }
  })
}

/** The hours of a day, each as far as it is known. */
export function byHour(day: KeptDay): KeptDay {
  const size = 60 / day.stepMinutes
  if (size === 1) return day
  return {
    ...day,
    stepMinutes: 60,
    importWh: sums(day.importWh, size),
    exportWh: day.exportWh && sums(day.exportWh, size),
    reactiveVarh: day.reactiveVarh && sums(day.reactiveVarh, size),
    quality:
      day.quality &&
      chunks([...day.quality], size)
        .map((marks) => marks.find((mark) => mark !== 'R') ?? 'R')
        .join(''),
  }
}

function sums(values: readonly (number | null)[], size: number): (number | null)[] {
  return chunks(values, size).map((part) =>
    part.every((value) => value === null) ? null : part.reduce<number>((sum, value) => sum + (value ?? 0), 0),
  )
}

function chunks<Value>(values: readonly Value[], size: number): Value[][] {
  return Array.from({ length: values.length / size }, (_, index) => values.slice(index * size, (index + 1) * size))
}

function nothingOf(day: MarketDay, { timeZone }: ContractPoint): KeptDay {
  const importWh = new Array<null>(intervalsOf(day, 60, timeZone)).fill(null)
  return { day, source: 'csv', stepMinutes: 60, importWh, exportWh: null, reactiveVarh: null, quality: null }
}

function unknown(startsAt: string, missingHours: number): CurveEntry {
  return { startsAt, period: null, importWh: null, exportWh: null, reactiveVarh: null, missingHours, estimatedHours: 0 }
}

function later(one: MarketDay, other: MarketDay): MarketDay {
  return one > other ? one : other
}

function earlier(one: MarketDay, other: MarketDay): MarketDay {
  return one < other ? one : other
}
