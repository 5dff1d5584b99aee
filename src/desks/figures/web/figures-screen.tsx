import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { Segments } from '#kit/web/segments.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import { TableToggle } from '#kit/web/table-toggle.tsx'
import { formatDay, formatDecimal } from '#vocabulary/format.ts'
import { type Period, periods } from '../rules.ts'
import styles from './figures-screen.module.css'
import { figuresQuery } from './queries.ts'
import { type Layer, SmallBars } from './small-bars.tsx'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(figuresQuery(send, periodOf(search)))
}

/** How much the portal is used, and how fast it answers. */
export function FiguresScreen() {
  const t = useTranslations('desk-figures')
  const period = periodOf(useSearch({ strict: false }) as Search)
  const navigate = useNavigate()
  return (
    <>
      <h1>{t('title')}</h1>
      <Segments
        label={t('period')}
        options={periods.map((value) => ({ value, label: t(`periods.${value}`) }))}
        value={period}
        onValue={(next) => void navigate({ to: '/operator/figures', search: { period: next } } as never)}
      />
      <Retryable title={t('failedTitle')} words={t('failedWords')} resetKey={period}>
        <Charts period={period} />
      </Retryable>
    </>
  )
}

function Charts({ period }: { period: Period }) {
  const { data } = useSuspenseQuery(figuresQuery(useSend(), period))
  const { bars, answers, payments } = data
  const chart = (name: 'signIns' | 'requests' | 'cases', values: number[]) => (
    <Chart name={name} bars={bars} layers={[{ key: name, values }]} />
  )
  return (
    <div className={styles.charts}>
      {chart('signIns', data.sign_ins)}
      <Chart
        name="payments"
        bars={bars}
        layers={[
          { key: 'succeeded', values: payments.succeeded },
          { key: 'failedPayments', values: payments.failed, isBad: true },
        ]}
      />
      {chart('requests', data.requests)}
      {chart('cases', data.cases)}
      <Chart
        name="answers"
        bars={bars}
        layers={[
          { key: 'answered', values: answers.count.map((count, bar) => count - answers.failed[bar]!) },
          { key: 'failed', values: answers.failed, isBad: true },
        ]}
      />
      <Chart name="times" bars={bars} layers={[{ key: 'times', values: answers.within_ms }]} isTime />
    </div>
  )
}

type Name = 'signIns' | 'payments' | 'requests' | 'cases' | 'answers' | 'times'
type Series = 'signIns' | 'succeeded' | 'failedPayments' | 'requests' | 'cases' | 'answered' | 'failed' | 'times'
type ChartProps = {
  name: Name
  bars: readonly string[]
  layers: readonly (Layer & { key: Series })[]
  /** How long something took, of which there is no sum. */
  isTime?: boolean
}

/** One chart with its sentence, and its figures as a table instead of it. */
function Chart({ name, bars, layers, isTime }: ChartProps) {
  const t = useTranslations('desk-figures')
  const locale = useLocale()
  const [isTable, setTable] = useState(false)
  const sums = layers.map(({ values }) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0))
  const sum = sums.reduce((one, other) => one + other, 0)
  const slowest = Math.max(...layers[0]!.values.map((value) => value ?? 0))
  const most = Math.max(...bars.map((_, bar) => layers.reduce((sum, { values }) => sum + (values[bar] ?? 0), 0)))
  const bad = layers.some(({ isBad }) => isBad) ? sums.at(-1)! : 0
  const isEmpty = isTime ? slowest === 0 : sum === 0
  const say = isEmpty ? t('nothing') : t(`charts.${name}.say`, { count: sum, bad, time: slowest })
  const columns: Column<number>[] = [
    { key: 'day', header: t('day'), kind: 'name', place: 'title', cell: (bar) => formatDay(bars[bar]!, locale) },
    ...layers.map(
      ({ key, values }, place): Column<number> => ({
        key,
        header: t(`series.${key}`),
        kind: 'number',
        place: place ? 'secondEnd' : 'titleEnd',
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
      <p>{say}</p>
      {isTable ? (
        <Table
          caption={t(`charts.${name}.title`)}
          columns={columns}
          rows={bars.map((_, bar) => bar)}
          rowKey={(bar) => bar}
        />
      ) : (
        <div>
          <SmallBars layers={layers} label={say} />
          <p className={styles.ends} aria-hidden="true">
            <span>{formatDay(bars[0]!, locale)}</span>
            {most > 0 && <span>{isTime ? t('milliseconds', { time: most }) : t('most', { count: most })}</span>}
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

function periodOf({ period }: Search): Period {
  return periods.find((each) => each === period) ?? '30d'
}
