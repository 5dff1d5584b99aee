import { addMonths, daysFrom, firstOfMonth, lastOfMonth, type MarketDay } from '#vocabulary/day.ts'
import { countHoursBetween, countIntervalsOf } from '#vocabulary/market-time.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import type { StoredDay } from '../../curve.ts'
import { addState, listStates, type StateRun } from '../../interval-state.ts'
import type { ChartType, CurveRange } from '../../rules.ts'
import type { SpanTotals } from '../totals/curve-totals.ts'
import { findPeriods } from '../totals/day-totals.ts'
import type { ContractPoint } from './curve-queries.ts'
import { dayStartLabel, listIntervalLabels } from './interval-labels.ts'

/** One interval of a curve and one of its tariff periods. Null means unknown. */
export type CurveEntry = {
  startsAt: string
  period: Period | null
  importWh: number | null
  exportWh: number | null
  reactiveVarh: number | null
  missingHours: number
  estimatedHours: number
}

type EntryContext = { point: ContractPoint; range: CurveRange; span: CurveRange | null }

/** Builds entries from months or days: one per tariff period that occurs, or one with nulls if nothing is known. */
export function buildTotalEntries(
  totals: readonly SpanTotals[],
  { point, range, span, unit }: EntryContext & { unit: 'month' | 'day' },
): CurveEntry[] {
  const byDay = new Map(totals.map((total) => [total.firstDay, total]))
  return spansOf(range, unit).flatMap(({ first, last }) => {
    const startsAt = dayStartLabel(first, point.timeZone)
    const total = byDay.get(first)
    const expectedHours = span
      ? countHoursWithin({ start: later(first, range.start), end: earlier(last, range.end) }, span, point)
      : 0
    if (!total) return [unknownEntry(startsAt, expectedHours)]
    const missingHours = total.missingHours + Math.max(0, expectedHours - total.coveredHours)
    return total.importPeriodWh.map((importWh, index) => ({
      startsAt,
      period: (index + 1) as Period,
      importWh,
      exportWh: total.exportPeriodWh?.[index] ?? null,
      // Stored for the day as a whole, so it goes with the first period.
      reactiveVarh: index === 0 ? total.reactiveVarh : null,
      missingHours,
      estimatedHours: total.estimatedHours,
    }))
  })
}

function countHoursWithin(range: CurveRange, span: CurveRange, { timeZone, visibleRange }: ContractPoint): number {
  const start = later(later(range.start, span.start), visibleRange.start)
  const end = earlier(earlier(range.end, span.end), visibleRange.end)
  return start > end ? 0 : countHoursBetween(start, end, timeZone)
}

function spansOf(range: CurveRange, unit: 'month' | 'day'): { first: MarketDay; last: MarketDay }[] {
  if (unit === 'day') return daysFrom(range.start, range.end).map((day) => ({ first: day, last: day }))
  const spans = []
  for (let first = firstOfMonth(range.start); first <= range.end; first = addMonths(first, 1))
    spans.push({ first, last: lastOfMonth(first) })
  return spans
}

/**
 * Builds entries from hours or quarter hours, with their states; a day measured by the hour has hours in either view.
 */
export function buildIntervalEntries(
  days: readonly StoredDay[],
  { point, range, span, type }: EntryContext & { type: Extract<ChartType, 'hourly' | 'quarter-hourly'> },
): { entries: CurveEntry[]; states: StateRun[] } {
  const byDay = new Map(days.map((day) => [day.day, day]))
  const states: StateRun[] = []
  const entries = daysFrom(range.start, range.end).flatMap((day) => {
    const stored = byDay.get(day)
    const isWithinData = span !== null && span.start <= day && day <= span.end
    const measured = stored ?? emptyStoredDay(day, point)
    const shown = type === 'hourly' ? aggregateByHour(measured) : measured
    for (const { state, count } of listStates(shown)) addState(states, state, count)
    return buildDayEntries(shown, point, countMissingHours(measured, shown.importWh.length, isWithinData))
  })
  return { entries, states }
}

function buildDayEntries(day: StoredDay, point: ContractPoint, hours: IntervalHours[]): CurveEntry[] {
  const labels = listIntervalLabels(day.day, day.stepMinutes, point.timeZone)
  const periods = point.tariff && findPeriods(day, point.termsOn(day.day))
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

/** Returns the missing and estimated hours of each shown interval, counted by measured intervals, as for months. */
function countMissingHours(day: StoredDay, shownIntervals: number, isWithinData: boolean): IntervalHours[] {
  const size = day.importWh.length / shownIntervals
  return chunks([...day.importWh.keys()], size).map((indexes) => {
    const missing = indexes.filter((index) => day.importWh[index] === null && day.exportWh?.[index] == null)
    const estimated = indexes.filter((index) => day.quality?.[index] === 'E')
    return {
      missingHours: isWithinData ? (missing.length * day.stepMinutes) / 60 : 0,
      estimatedHours: (estimated.length * day.stepMinutes) / 60,
    }
  })
}

/** Aggregates a day by hour, each hour from the values that are known. */
export function aggregateByHour(day: StoredDay): StoredDay {
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
    ...(day.sources && {
      sources: chunks(day.sources, size).map((parts) => parts.find((source) => source !== day.source) ?? day.source),
    }),
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

function emptyStoredDay(day: MarketDay, { timeZone }: ContractPoint): StoredDay {
  const importWh = new Array<null>(countIntervalsOf(day, 60, timeZone)).fill(null)
  return { day, source: 'csv', stepMinutes: 60, importWh, exportWh: null, reactiveVarh: null, quality: null }
}

function unknownEntry(startsAt: string, missingHours: number): CurveEntry {
  return { startsAt, period: null, importWh: null, exportWh: null, reactiveVarh: null, missingHours, estimatedHours: 0 }
}

function later(one: MarketDay, other: MarketDay): MarketDay {
  return one > other ? one : other
}

function earlier(one: MarketDay, other: MarketDay): MarketDay {
  return one < other ? one : other
}
