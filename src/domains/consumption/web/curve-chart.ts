import type { Locale } from '#kit/locale.ts'
import type { ChartData, Pane, Series } from '#kit/web/chart/chart-data.ts'
import { plainPaint } from '#kit/web/chart/plain-paint.ts'
import type { Stretch } from '#kit/web/chart/stretches.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import { usedYearBefore } from '../comparison.ts'
import { monthCount } from '../rules.ts'
import { allUsedWh, type ToldCurve, type Values } from '../told-curve.ts'
import { type EnergyUnit, energyUnit } from './energy-unit.ts'
import { clockPlace, type GroupingName, groupingsOf, type Span, spanOf, spanTick } from './interval-names.ts'
import { generationPaint, paintOf } from './period-paints.ts'

/** The words of a chart of consumption. */
export type CurveWords = {
  period: (period: Period | null) => string
  span: (span: Span) => string
  gaps: (hours: { missing: number; estimated: number }) => string | null
  grouping: (name: GroupingName) => string
  fedIn: string
  reactive: string
  yearBefore: string
  total: string
  /** The total where what is fed in is taken off. */
  net: string
}

type Wanted = {
  curve: ToldCurve
  before: ToldCurve | null
  hasReactive: boolean
  periodCount: 3 | 6
  locale: Locale
  words: CurveWords
}

const monthsOfYear = 12
/** Every which quarter of an hour is named: whole hours where not every quarter or half has room. */
const hourRhythms = [1, 2, 4] as const

/** A curve as bars: what was used by period, under the axis what was fed in, reactive energy in a pane of its own. */
export function curveChart({ curve, before, hasReactive, periodCount, locale, words }: Wanted): ChartData {
  const { starts, reactiveVarh, missingHours, estimatedHours, periods } = curve
  const panes = [energyPane({ curve, before, periodCount, locale, words })]
  if (hasReactive && reactiveVarh) panes.push(reactivePane(curve, reactiveVarh, locale, words))
  const hasManyYears = monthCount(curve.range) > monthsOfYear
  const paint = (period: Period | null) => period && paintOf(period, periodCount)
  return {
    count: starts.length,
    panes,
    nameOf: (stretch) => words.span(spanOf(curve, stretch)),
    tickOf: (stretch) => spanTick(spanOf(curve, stretch), { hasYear: stretch.first === 0 || hasManyYears, locale }),
    tickPlaceOf: (stretch) => clockPlace(curve, stretch),
    barRhythms: curve.type === 'quarter-hourly' ? hourRhythms : undefined,
    groupings: groupingsOf(curve).map(({ name, starts }) => ({ starts, label: words.grouping(name) })),
    isMissing: allUsedWh(curve).map((wh, index) => wh === null && missingHours[index]! > 0),
    noteOf: (stretch) =>
      words.gaps({ missing: within(missingHours, stretch), estimated: within(estimatedHours, stretch) }),
    strip: isOfOneDay(curve) ? periods.map(paint) : undefined,
  }
}

/** The unit of all energy that is told of a curve. */
export function unitOf(curve: ToldCurve, locale: Locale): EnergyUnit {
  const mostWh = Math.max(greatest(allUsedWh(curve)), greatest(curve.fedInWh ?? []))
  return energyUnit({ base: 'Wh', mostWh, hasWholeTotals: curve.type === 'monthly', locale })
}

function energyPane({ curve, before, periodCount, locale, words }: Omit<Wanted, 'hasReactive'>): Pane {
  const unit = unitOf(curve, locale)
  const series: Series[] = curve.usedWh.map(({ period, values }) => ({
    key: String(period),
    label: words.period(period),
    paint: paintOf(period, periodCount),
    values,
  }))
  if (curve.fedInWh)
    series.push({ key: 'fedIn', label: words.fedIn, paint: generationPaint, values: curve.fedInWh, isBelow: true })
  return {
    title: unit.name,
    series,
    marks: before
      ? { label: words.yearBefore, token: '--last-year', values: usedYearBefore(curve, before) }
      : undefined,
    write: unit.write,
    stepOf: unit.stepOf,
    writeTick: unit.writeTick,
    totals: { label: curve.fedInWh ? words.net : words.total, write: unit.writeTotal },
  }
}

function reactivePane({ type }: ToldCurve, values: Values, locale: Locale, words: CurveWords): Pane {
  const unit = energyUnit({ base: 'VArh', mostWh: greatest(values), hasWholeTotals: type === 'monthly', locale })
  return {
    title: unit.name,
    series: [{ key: 'reactive', label: words.reactive, paint: plainPaint, values }],
    write: unit.write,
    writeTick: unit.writeTick,
  }
}

/** Whether the strip of prices is of use: over the hours of one day. */
function isOfOneDay({ type, range }: ToldCurve): boolean {
  return (type === 'hourly' || type === 'quarter-hourly') && range.start === range.end
}

function greatest(values: Values): number {
  return values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0)
}

function within(hours: readonly number[], { first, last }: Stretch): number {
  return hours.slice(first, last + 1).reduce((sum, value) => sum + value, 0)
}
