import type { BarRange } from '#kit/web/chart/bar-groups.ts'
import type { ChartData, Pane, Series } from '#kit/web/chart/chart-data.ts'
import { plainPaint } from '#kit/web/chart/plain-paint.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import { findUsageYearBefore } from '../comparison.ts'
import { type ConsumptionCurve, sumUsedWh, type Values } from '../consumption-curve.ts'
import { countMonths } from '../rules.ts'
import { createEnergyUnit, type EnergyUnit } from './energy-unit.ts'
import { clockPositionOf, formatSpanTick, type GroupingName, groupingsOf, type Span, spanOf } from './interval-names.ts'
import { generationPaint, paintOf } from './period-paints.ts'

/** The texts of a consumption chart. */
export type CurveTexts = {
  period: (period: Period | null) => string
  span: (span: Span) => string
  gaps: (hours: { missing: number; estimated: number }) => string | null
  grouping: (name: GroupingName) => string
  fedIn: string
  reactive: string
  yearBefore: string
  total: string
  /** The total after subtracting the energy fed in. */
  net: string
}

type CurveChartOptions = {
  curve: ConsumptionCurve
  before: ConsumptionCurve | null
  hasReactive: boolean
  periodCount: 3 | 6
  locale: Locale
  texts: CurveTexts
}

const monthsOfYear = 12
/** Tick steps in quarter hours: only whole hours are labelled where there is no room for every quarter or half hour. */
const hourTickSteps = [1, 2, 4] as const

/**
 * Builds the bars of a curve: usage by period, energy fed in below the axis, and reactive energy in a separate pane.
 */
export function buildCurveChart({
  curve,
  before,
  hasReactive,
  periodCount,
  locale,
  texts,
}: CurveChartOptions): ChartData {
  const { starts, reactiveVarh, missingHours, estimatedHours, periods } = curve
  const panes = [buildEnergyPane({ curve, before, periodCount, locale, texts })]
  if (hasReactive && reactiveVarh) panes.push(buildReactivePane(curve, reactiveVarh, locale, texts))
  const hasManyYears = countMonths(curve.range) > monthsOfYear
  const paint = (period: Period | null) => period && paintOf(period, periodCount)
  return {
    count: starts.length,
    panes,
    nameOf: (stretch) => texts.span(spanOf(curve, stretch)),
    tickOf: (stretch) =>
      formatSpanTick(spanOf(curve, stretch), { hasYear: stretch.first === 0 || hasManyYears, locale }),
    tickPositionOf: (stretch) => clockPositionOf(curve, stretch),
    labelIntervals: curve.type === 'quarter-hourly' ? hourTickSteps : undefined,
    groupings: groupingsOf(curve).map(({ name, starts }) => ({ starts, label: texts.grouping(name) })),
    isMissing: sumUsedWh(curve).map((wh, index) => wh === null && missingHours[index]! > 0),
    noteOf: (stretch) =>
      texts.gaps({ missing: sumWithin(missingHours, stretch), estimated: sumWithin(estimatedHours, stretch) }),
    strip: isOfOneDay(curve) ? periods.map(paint) : undefined,
  }
}

/** Returns the unit for all energy of a curve. */
export function chooseUnit(curve: ConsumptionCurve, locale: Locale): EnergyUnit {
  const maxWh = Math.max(findMax(sumUsedWh(curve)), findMax(curve.fedInWh ?? []))
  return createEnergyUnit({ base: 'Wh', maxWh, hasWholeTotals: curve.type === 'monthly', locale })
}

function buildEnergyPane({ curve, before, periodCount, locale, texts }: Omit<CurveChartOptions, 'hasReactive'>): Pane {
  const unit = chooseUnit(curve, locale)
  const series: Series[] = curve.usedWh.map(({ period, values }) => ({
    key: String(period),
    label: texts.period(period),
    paint: paintOf(period, periodCount),
    values,
  }))
  if (curve.fedInWh)
    series.push({ key: 'fedIn', label: texts.fedIn, paint: generationPaint, values: curve.fedInWh, isBelow: true })
  return {
    title: unit.name,
    series,
    marks: before
      ? { label: texts.yearBefore, token: '--last-year', values: findUsageYearBefore(curve, before) }
      : undefined,
    format: unit.write,
    roundingStepOf: unit.stepOf,
    formatTick: unit.writeTick,
    totals: { label: curve.fedInWh ? texts.net : texts.total, format: unit.writeTotal },
  }
}

function buildReactivePane({ type }: ConsumptionCurve, values: Values, locale: Locale, texts: CurveTexts): Pane {
  const unit = createEnergyUnit({ base: 'VArh', maxWh: findMax(values), hasWholeTotals: type === 'monthly', locale })
  return {
    title: unit.name,
    series: [{ key: 'reactive', label: texts.reactive, paint: plainPaint, values }],
    format: unit.write,
    formatTick: unit.writeTick,
  }
}

/** Checks whether the price strip is useful: for the hours of a single day. */
function isOfOneDay({ type, range }: ConsumptionCurve): boolean {
  return (type === 'hourly' || type === 'quarter-hourly') && range.start === range.end
}

function findMax(values: Values): number {
  return values.reduce<number>((max, value) => Math.max(max, value ?? 0), 0)
}

function sumWithin(hours: readonly number[], { first, last }: BarRange): number {
  return hours.slice(first, last + 1).reduce((sum, value) => sum + value, 0)
}
