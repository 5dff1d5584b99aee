import { useId, useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { capitalize } from '#kit/web/capitalize.ts'
import { BarChart } from '#kit/web/chart/bar-chart.tsx'
import type { BarRange } from '#kit/web/chart/bar-groups.ts'
import type { ChartData, Paint } from '#kit/web/chart/chart-data.ts'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { formatDecimal, formatMoney, formatMonth } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { ProjectedMonth } from '../rules.ts'

/**
 * Shows the projected balance of a battery if the coming months are like those of the previous year, and states this
 * assumption.
 */
export function BatteryProjection({ months }: { months: readonly ProjectedMonth[] }) {
  const t = useTranslations('batteries.projection')
  const locale = useLocale()
  const titleId = useId()
  const data = useMemo(() => buildChartData(months, locale, t), [months, locale, t])
  const last = months.at(-1)
  const missing = months.filter(({ surplusCents }) => surplusCents === null)
  return (
    <section className="stack" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('title')}</h2>
      {!last || missing.length === months.length ? (
        <EmptyState kind="late" title={t('empty')}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <>
          <BarChart
            title={t('chart')}
            summary={t('summary', {
              month: formatMonth(last.month, locale, 'long'),
              balance: formatMoney(last.balanceCents, locale),
            })}
            data={data}
          />
          <p className="note">
            {t('assumption')}{' '}
            {missing.length > 0 &&
              t('missing', {
                count: missing.length,
                months: missing.map(({ month }) => formatMonth(month, locale, 'shortWithYear')).join(', '),
              })}
          </p>
        </>
      )}
    </section>
  )
}

type Translate = ReturnType<typeof useTranslations<'batteries.projection'>>

const surplusPaint: Paint = { fill: '--brand-edge', mark: '--brand-edge', pattern: 'plain' }
const discountPaint: Paint = { fill: '--generation', mark: '--generation-mark', pattern: 'upright' }

function buildChartData(months: readonly ProjectedMonth[], locale: Locale, t: Translate): ChartData {
  const monthOf = ({ first }: BarRange) => months[first]!.month
  return {
    count: months.length,
    isMissing: months.map(({ surplusCents }) => surplusCents === null),
    nameOf: (stretch) => capitalize(formatMonth(monthOf(stretch), locale, 'long')),
    tickOf: (stretch) => {
      const showsYear = stretch.first === 0 || monthOf(stretch).endsWith('-01-01')
      return formatMonth(monthOf(stretch), locale, showsYear ? 'shortWithYear' : 'short')
    },
    panes: [
      {
        title: t('axis'),
        series: [
          {
            key: 'surplus',
            label: t('surplus'),
            paint: surplusPaint,
            values: months.map(({ surplusCents }) => surplusCents),
          },
          {
            key: 'discount',
            label: t('discount'),
            paint: discountPaint,
            values: months.map(({ discountCents }) => (discountCents === null ? null : -discountCents)),
            isBelow: true,
          },
        ],
        marks: {
          label: t('balance'),
          token: '--last-year',
          values: months.map(({ balanceCents }) => balanceCents),
        },
        format: (cents) => formatMoney(cents, locale),
        formatTick: (cents) => formatDecimal(cents / 100, locale),
        totals: { label: t('total'), format: (cents) => formatMoney(cents, locale) },
      },
    ],
  }
}
