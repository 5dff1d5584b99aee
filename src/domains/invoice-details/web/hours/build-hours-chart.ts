import type { CurveTexts } from '#domains/consumption/web/curve-chart.ts'
import { clockPositionOf, formatSpanTick, groupingsOf, spanOf } from '#domains/consumption/web/interval-names.ts'
import { paintOf } from '#domains/consumption/web/period-paints.ts'
import type { ChartData, Series } from '#kit/web/chart/chart-data.ts'
import { formatDecimal, formatEnergy, formatMoney } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import type { InvoiceHours } from '../../api.ts'

type HoursChartOptions = {
  periodCount: 3 | 6
  locale: Locale
  texts: CurveTexts
  costAxis: string
  energyAxis: string
}

/** Builds the bars of the hours of an invoice: what each cost and what it used, by tariff period. */
export function buildHoursChart(hours: InvoiceHours, options: HoursChartOptions): ChartData {
  const { periodCount, locale, texts, costAxis, energyAxis } = options
  const curve = { type: 'hourly', starts: hours.date } as const
  const periods = [...new Set(hours.period)].filter((period) => period !== null).sort()
  const seriesOf = (values: readonly (number | null)[]): Series[] =>
    periods.map((period: Period) => ({
      key: String(period),
      label: texts.period(period),
      paint: paintOf(period, periodCount),
      values: values.map((value, index) => (hours.period[index] === period ? value : null)),
    }))
  return {
    count: hours.date.length,
    panes: [
      {
        title: costAxis,
        series: seriesOf(hours.cost.map((euros) => (euros === null ? null : euros * 100))),
        format: (cents) => formatMoney(Math.round(cents), locale),
        formatTick: (cents) => formatDecimal(cents / 100, locale),
      },
      {
        title: energyAxis,
        series: seriesOf(hours.energy.map((kwh) => (kwh === null ? null : kwh * 1000))),
        format: (wh) => formatEnergy(Math.round(wh), locale, { decimals: 2 }),
        formatTick: (wh) => formatDecimal(wh / 1000, locale),
      },
    ],
    nameOf: (range) => texts.span(spanOf(curve, range)),
    tickOf: (range) => formatSpanTick(spanOf(curve, range), { hasYear: false, locale }),
    tickPositionOf: (range) => clockPositionOf(curve, range),
    groupings: groupingsOf(curve).map(({ name, starts }) => ({ starts, label: texts.grouping(name) })),
    isMissing: hours.energy.map((kwh) => kwh === null),
  }
}

/** Returns the sum of the known costs of the hours, in euros. */
export function sumCost({ cost }: InvoiceHours): number {
  return cost.reduce<number>((sum, euros) => sum + (euros ?? 0), 0)
}
