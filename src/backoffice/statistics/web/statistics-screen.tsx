import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { SegmentedControl } from '#kit/web/form/segmented-control.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { TableToggle } from '#kit/web/list/table-toggle.tsx'
import type { LoadContext, SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatDay, formatDecimal } from '#vocabulary/format.ts'
import { type Period, periods } from '../rules.ts'
import { statisticsQuery } from './queries.ts'
import { type BarLayer, StackedBars } from './stacked-bars.tsx'
import styles from './statistics-screen.module.css'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(statisticsQuery(send, periodOf(search)))
}

/** The usage and response times of the portal. */
export function StatisticsScreen() {
  const t = useTranslations('desk-statistics')
  const period = periodOf(useSearch({ strict: false }) as SearchParams)
  const navigate = useNavigate()
  return (
    <>
      <h1>{t('title')}</h1>
      <SegmentedControl
        label={t('period')}
        options={periods.map((value) => ({ value, label: t(`periods.${value}`) }))}
        value={period}
        onValue={(next) => void navigate({ to: '/operator/figures', search: { period: next } } as never)}
      />
      <RetryBoundary title={t('failedTitle')} message={t('failedText')} resetKey={period}>
        <StatisticsCharts period={period} />
      </RetryBoundary>
    </>
  )
}

function StatisticsCharts({ period }: { period: Period }) {
  const { data } = useSuspenseQuery(statisticsQuery(useSend(), period))
  const { bars, answers, payments } = data
  const chart = (name: 'signIns' | 'requests' | 'cases', values: number[]) => (
    <StatisticsChart name={name} bars={bars} layers={[{ key: name, values }]} />
  )
  return (
    <div className={styles.charts}>
      {chart('signIns', data.sign_ins)}
      <StatisticsChart
        name="payments"
        bars={bars}
        layers={[
          { key: 'succeeded', values: payments.succeeded },
          { key: 'failedPayments', values: payments.failed, isBad: true },
        ]}
      />
      {chart('requests', data.requests)}
      {chart('cases', data.cases)}
      <StatisticsChart
        name="answers"
        bars={bars}
        layers={[
          { key: 'answered', values: answers.count.map((count, bar) => count - answers.failed[bar]!) },
          { key: 'failed', values: answers.failed, isBad: true },
        ]}
      />
      <StatisticsChart name="times" bars={bars} layers={[{ key: 'times', values: answers.within_ms }]} isTime />
    </div>
  )
}

type ChartName = 'signIns' | 'payments' | 'requests' | 'cases' | 'answers' | 'times'
type SeriesName = 'signIns' | 'succeeded' | 'failedPayments' | 'requests' | 'cases' | 'answered' | 'failed' | 'times'
type StatisticsChartProps = {
  name: ChartName
  bars: readonly string[]
  layers: readonly (BarLayer & { key: SeriesName })[]
  /** Whether the values are durations, which are not summed. */
  isTime?: boolean
}

/** A chart with a one-sentence summary and its values as an alternative table. */
function StatisticsChart({ name, bars, layers, isTime }: StatisticsChartProps) {
  const t = useTranslations('desk-statistics')
  const locale = useLocale()
  const [isTable, setTable] = useState(false)
  const sums = layers.map(({ values }) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0))
  const sum = sums.reduce((one, other) => one + other, 0)
  const slowest = Math.max(...layers[0]!.values.map((value) => value ?? 0))
  const max = Math.max(...bars.map((_, bar) => layers.reduce((sum, { values }) => sum + (values[bar] ?? 0), 0)))
  const bad = layers.some(({ isBad }) => isBad) ? sums.at(-1)! : 0
  const isEmpty = isTime ? slowest === 0 : sum === 0
  const summary = isEmpty ? t('nothing') : t(`charts.${name}.say`, { count: sum, bad, time: slowest })
  const columns: Column<number>[] = [
    { key: 'day', header: t('day'), kind: 'name', listPosition: 'title', cell: (bar) => formatDay(bars[bar]!, locale) },
    ...layers.map(
      ({ key, values }, place): Column<number> => ({
        key,
        header: t(`series.${key}`),
        kind: 'number',
        listPosition: place ? 'secondEnd' : 'titleEnd',
        cell: (bar) => {
          const value = values[bar] ?? null
          if (value === null) return '—'
          return isTime ? t('milliseconds', { time: value }) : formatDecimal(value, locale)
        },
      }),
    ),
  ]
  return (
    <figure className={styles.chart} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>{t(`charts.${name}.title`)}</h2>
      <p>{summary}</p>
      {isTable ? (
        <Table
          caption={t(`charts.${name}.title`)}
          columns={columns}
          rows={bars.map((_, bar) => bar)}
          rowKey={(bar) => bar}
        />
      ) : (
        <div>
          <StackedBars layers={layers} label={summary} />
          <p className={styles.ends} aria-hidden="true">
            <span>{formatDay(bars[0]!, locale)}</span>
            {max > 0 && <span>{isTime ? t('milliseconds', { time: max }) : t('most', { count: max })}</span>}
            <span>{formatDay(bars.at(-1)!, locale)}</span>
          </p>
        </div>
      )}
      <div>
        <TableToggle isTable={isTable} onToggle={setTable} />
      </div>
    </figure>
  )
}

function periodOf({ period }: SearchParams): Period {
  return periods.find((each) => each === period) ?? '30d'
}
