import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/retailer/web/settings.ts'
import { capitalize } from '#kit/web/capitalize.ts'
import { BarChart } from '#kit/web/chart/bar-chart.tsx'
import type { BarRange } from '#kit/web/chart/bar-groups.ts'
import type { ChartData, Paint, Pane } from '#kit/web/chart/chart-data.ts'
import { seriesPaint } from '#kit/web/chart/palette.ts'
import { plainPaint } from '#kit/web/chart/plain-paint.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import { formatDecimal, formatEnergy, formatMoney, formatMonth } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { wholeKwh } from '#vocabulary/round-parts.ts'
import { type ChartedInvoices, type ChartedMonths, groupByMonth } from './chart-months.ts'
import type { MonthSum } from './month-sums.ts'

/** Shows the amounts and the energy of all invoices of a view by month, by contract if there are only a few. */
export function InvoiceChart({ sums, summary }: { sums: readonly MonthSum[]; summary: string }) {
  const t = useTranslations('invoices.chart')
  const locale = useLocale()
  const { maxContracts } = useCustomerSettings().invoices.chart
  const charted = useMemo(() => groupByMonth(sums, maxContracts), [sums, maxContracts])
  const data = useMemo(() => buildChartData(charted, locale, t), [charted, locale, t])
  return <BarChart title={t('title')} summary={summary} isLow data={data} />
}

type Translate = ReturnType<typeof useTranslations<'invoices.chart'>>

const monthsOfYear = 12

function buildChartData(charted: ChartedMonths, locale: Locale, t: Translate): ChartData {
  const { months } = charted
  const yearOf = (index: number) => months[index]!.slice(0, 'YYYY'.length)
  const hasManyYears = months.length > monthsOfYear
  const isMonth = ({ first, last }: BarRange) => first === last
  return {
    count: months.length,
    panes: [buildAmountPane(charted, locale, t), ...(hasEnergy(charted) ? [buildEnergyPane(charted, locale, t)] : [])],
    nameOf: (stretch) =>
      isMonth(stretch) ? capitalize(formatMonth(months[stretch.first]!, locale, 'long')) : yearOf(stretch.first),
    tickOf: (stretch) => {
      if (!isMonth(stretch)) return yearOf(stretch.first)
      const showsYear = hasManyYears || stretch.first === 0 || months[stretch.first]!.endsWith('-01-01')
      return formatMonth(months[stretch.first]!, locale, showsYear ? 'shortWithYear' : 'short')
    },
    groupings: [
      {
        label: t('perYear'),
        starts: months.flatMap((_, index) => (index === 0 || yearOf(index) !== yearOf(index - 1) ? [index] : [])),
      },
    ],
  }
}

const moneyPaint: Paint = { fill: '--brand-edge', mark: '--brand-edge', pattern: 'plain' }
const duePaint: Paint = { fill: '--negative-tint', mark: '--negative', pattern: 'plain', hasThickEdge: true }

function buildAmountPane({ charted, dueCents }: ChartedMonths, locale: Locale, t: Translate): Pane {
  const hasDue = dueCents.some(Boolean)
  const alone = hasDue ? t('settled') : t('amount')
  const settled = charted.map((group, index) => ({
    key: String(index),
    label: labelOf(group, charted, { alone }),
    paint: paintOf(index, charted, moneyPaint),
    values: group.settledCents,
  }))
  return {
    title: t('amountAxis'),
    series: hasDue ? [...settled, { key: 'due', label: t('due'), paint: duePaint, values: dueCents }] : settled,
    format: (cents) => formatMoney(cents, locale),
    formatTick: (cents) => formatDecimal(cents / 100, locale),
  }
}

function buildEnergyPane({ charted }: ChartedMonths, locale: Locale, t: Translate): Pane {
  return {
    title: t('energyAxis'),
    series: charted.map((group, index) => ({
      key: String(index),
      label: labelOf(group, charted, { alone: t('energy') }),
      paint: paintOf(index, charted, plainPaint),
      values: group.energyWh,
    })),
    format: (wh) => formatEnergy(wh, locale),
    roundingStepOf: () => wholeKwh,
    formatTick: (wh) => formatDecimal(kwhFromWh(wh), locale),
  }
}

// A single series represents everything.
function paintOf(index: number, all: readonly ChartedInvoices[], alone: Paint): Paint {
  return all.length === 1 ? alone : seriesPaint(index)
}

function labelOf(
  { contractName, address }: ChartedInvoices,
  all: readonly ChartedInvoices[],
  labels: { alone: string },
): string {
  if (all.length === 1) return labels.alone
  // Two contracts at one address are distinguished by name.
  return all.filter((group) => group.address === address).length > 1 ? `${address} (${contractName})` : address
}

function hasEnergy({ charted }: ChartedMonths): boolean {
  return charted.some(({ energyWh }) => energyWh.some((wh) => wh !== null))
}
