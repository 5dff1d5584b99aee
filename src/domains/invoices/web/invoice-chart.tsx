import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useCustomerSettings } from '#domains/operator/web/settings.ts'
import type { Locale } from '#kit/locale.ts'
import { capital } from '#kit/web/capital.ts'
import { BarChart } from '#kit/web/chart/bar-chart.tsx'
import type { ChartData, Paint, Pane } from '#kit/web/chart/chart-data.ts'
import { seriesPaint } from '#kit/web/chart/palette.ts'
import { plainPaint } from '#kit/web/chart/plain-paint.ts'
import type { Stretch } from '#kit/web/chart/stretches.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import { formatDecimal, formatEnergy, formatMoney, formatMonth } from '#vocabulary/format.ts'
import { wholeKwh } from '#vocabulary/rounded-parts.ts'
import { type ChartedInvoices, type ChartedMonths, chartedMonths } from './chart-months.ts'
import type { MonthSum } from './month-sums.ts'

/** The amounts and the energy of all invoices of a view by month, contract by contract where there are a few. */
export function InvoiceChart({ sums, summary }: { sums: readonly MonthSum[]; summary: string }) {
  const t = useTranslations('invoices.chart')
  const locale = useLocale()
  const { maxContracts } = useCustomerSettings().invoices.chart
  const charted = useMemo(() => chartedMonths(sums, maxContracts), [sums, maxContracts])
  const data = useMemo(() => chartData(charted, locale, t), [charted, locale, t])
  return <BarChart title={t('title')} summary={summary} isLow data={data} />
}

type Words = ReturnType<typeof useTranslations<'invoices.chart'>>

const monthsOfYear = 12

function chartData(charted: ChartedMonths, locale: Locale, t: Words): ChartData {
  const { months } = charted
  const yearOf = (index: number) => months[index]!.slice(0, 'YYYY'.length)
  const hasManyYears = months.length > monthsOfYear
  const isMonth = ({ first, last }: Stretch) => first === last
  return {
    count: months.length,
    panes: [amountPane(charted, locale, t), ...(hasEnergy(charted) ? [energyPane(charted, locale, t)] : [])],
    nameOf: (stretch) =>
      isMonth(stretch) ? capital(formatMonth(months[stretch.first]!, locale, 'long')) : yearOf(stretch.first),
    tickOf: (stretch) => {
      if (!isMonth(stretch)) return yearOf(stretch.first)
      const isYearTold = hasManyYears || stretch.first === 0 || months[stretch.first]!.endsWith('-01-01')
      return formatMonth(months[stretch.first]!, locale, isYearTold ? 'shortWithYear' : 'short')
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

function amountPane({ charted, dueCents }: ChartedMonths, locale: Locale, t: Words): Pane {
  const hasDue = dueCents.some(Boolean)
  const alone = hasDue ? t('settled') : t('amount')
  const settled = charted.map((group, place) => ({
    key: String(place),
    label: labelOf(group, charted, { alone }),
    paint: paintOf(place, charted, moneyPaint),
    values: group.settledCents,
  }))
  return {
    title: t('amountAxis'),
    series: hasDue ? [...settled, { key: 'due', label: t('due'), paint: duePaint, values: dueCents }] : settled,
    write: (cents) => formatMoney(cents, locale),
    writeTick: (cents) => formatDecimal(cents / 100, locale),
  }
}

function energyPane({ charted }: ChartedMonths, locale: Locale, t: Words): Pane {
  return {
    title: t('energyAxis'),
    series: charted.map((group, place) => ({
      key: String(place),
      label: labelOf(group, charted, { alone: t('energy') }),
      paint: paintOf(place, charted, plainPaint),
      values: group.energyWh,
    })),
    write: (wh) => formatEnergy(wh, locale),
    stepOf: () => wholeKwh,
    writeTick: (wh) => formatDecimal(kwhFromWh(wh), locale),
  }
}

// One alone stands for everything.
function paintOf(place: number, all: readonly ChartedInvoices[], alone: Paint): Paint {
  return all.length === 1 ? alone : seriesPaint(place)
}

function labelOf(
  { contractName, address }: ChartedInvoices,
  all: readonly ChartedInvoices[],
  words: { alone: string },
): string {
  if (all.length === 1) return words.alone
  // Two contracts at one address are told apart by their names.
  return all.filter((group) => group.address === address).length > 1 ? `${address} (${contractName})` : address
}

function hasEnergy({ charted }: ChartedMonths): boolean {
  return charted.some(({ energyWh }) => energyWh.some((wh) => wh !== null))
}
