import { type ChartType, wirePeriods } from '#domains/consumption/rules.ts'
import type { CurveTexts } from '#domains/consumption/web/curve-chart.ts'
import { clockPositionOf, formatSpanTick, groupingsOf, spanOf } from '#domains/consumption/web/interval-names.ts'
import { paintOf } from '#domains/consumption/web/period-paints.ts'
import type { ChartData, Series } from '#kit/web/chart/chart-data.ts'
import { plainPaint } from '#kit/web/chart/plain-paint.ts'
import { formatDecimal, formatMoney } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import type { CurveCost } from '../../api.ts'

type CostChartOptions = {
  type: ChartType
  periodCount: 3 | 6
  locale: Locale
  texts: CurveTexts
  labels: { axis: string; energy: string; fixed: string; total: string }
}

/** Builds the bars of what intervals cost: their energy by tariff period, and their share in all else. */
export function buildCostChart(cost: CurveCost, options: CostChartOptions): ChartData {
  const { type, periodCount, locale, texts, labels } = options
  const curve = { type, starts: cost.date }
  const ofPeriods = cost.energy
    .filter(({ cost: values }) => values.some((euros) => euros !== null))
    .map(({ period: name, cost: values }): Series => {
      const period = name === null ? null : ((wirePeriods.indexOf(name) + 1) as Period)
      const label = period === null ? labels.energy : texts.period(period)
      return { key: String(name), label, paint: paintOf(period, periodCount), values: values.map(centsOf) }
    })
  const fixed = { key: 'fixed', label: labels.fixed, paint: plainPaint, values: cost.fixed.map(centsOf) }
  const format = (cents: number) => formatMoney(Math.round(cents), locale)
  const decimals = type === 'monthly' ? 0 : 2
  return {
    count: cost.date.length,
    panes: [
      {
        title: labels.axis,
        series: [fixed, ...ofPeriods],
        format,
        roundingStepOf: () => 1,
        formatTick: (cents) => formatDecimal(cents / 100, locale),
        totals: { label: labels.total, format: (cents) => formatDecimal(cents / 100, locale, { decimals }) },
      },
    ],
    nameOf: (range) => texts.span(spanOf(curve, range)),
    tickOf: (range) => formatSpanTick(spanOf(curve, range), { hasYear: range.first === 0, locale }),
    tickPositionOf: (range) => clockPositionOf(curve, range),
    groupings: groupingsOf(curve).map(({ name, starts }) => ({ starts, label: texts.grouping(name) })),
    isMissing: cost.fixed.map((euros) => euros === null),
  }
}

/** Returns the known costs of all intervals in cents: of their energy, and of all else. */
export function sumCosts({ energy, fixed }: CurveCost): { energyCents: number; fixedCents: number } {
  const sum = (values: CurveCost['fixed']) => values.reduce<number>((total, euros) => total + (euros ?? 0), 0)
  const energyEuros = energy.reduce((total, { cost }) => total + sum(cost), 0)
  return { energyCents: Math.round(energyEuros * 100), fixedCents: Math.round(sum(fixed) * 100) }
}

function centsOf(euros: number | null): number | null {
  return euros === null ? null : euros * 100
}
