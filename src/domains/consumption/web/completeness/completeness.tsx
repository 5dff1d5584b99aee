import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import type { Reply } from '#kit/call.ts'
import { Disclosure } from '#kit/web/display/disclosure.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatDay, formatDecimal, formatEnergy, formatMonth } from '#vocabulary/format.ts'
import type { readCompleteness } from '../../api.ts'
import { intervalStates } from '../../interval-state.ts'
import type { CurveRange } from '../../rules.ts'
import { completenessQuery } from '../queries.ts'

export type CompletenessProps = { contractId: number; range: CurveRange }
type Month = Reply<typeof readCompleteness>['months'][number]
type Correction = Reply<typeof readCompleteness>['corrections'][number]

const knownStates = ['billed', 'measured', 'provisional', 'estimated'] as const
const shownCorrections = 3

/**
 * Says of how many hours there are data and of what kind, by month behind a summary, and which days the distributor has
 * corrected. Nothing where it cannot be told: the chart stands by itself.
 */
export function Completeness({ contractId, range }: CompletenessProps) {
  const t = useTranslations('consumption.completeness')
  const { data } = useQuery(completenessQuery(useSend(), { contractId, range }))
  const sentence = useSentence(data?.months ?? [])
  if (!data || data.months.length === 0) return null
  const { months, corrections } = data
  const others = corrections.slice(shownCorrections)
  return (
    <div className="stack">
      <p className="small">{sentence}</p>
      <Corrections corrections={corrections.slice(0, shownCorrections)} />
      {others.length > 0 && (
        <Disclosure summary={t('more', { count: others.length })}>
          <Corrections corrections={others} />
        </Disclosure>
      )}
      {months.length > 1 && (
        <Disclosure summary={t('months')}>
          <MonthTable months={months} />
        </Disclosure>
      )}
    </div>
  )
}

function useSentence(months: readonly Month[]): string {
  const t = useTranslations('consumption.completeness')
  const locale = useLocale()
  const sum = (name: 'hours' | (typeof intervalStates)[number]) =>
    months.reduce((total, month) => total + month[name], 0)
  const hours = sum('hours')
  const known = hours - sum('missing')
  const parts = knownStates
    .filter((state) => sum(state) > 0)
    .map((state) => t(state, { count: sum(state), amount: formatDecimal(sum(state), locale) }))
  const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)
  const figures = { hours: formatDecimal(hours, locale), known: formatDecimal(known, locale), parts: list }
  return t(known === 0 ? 'none' : known === hours ? 'all' : 'some', figures)
}

function Corrections({ corrections }: { corrections: readonly Correction[] }) {
  const t = useTranslations('consumption.completeness')
  const locale = useLocale()
  const energy = (kwh: number) => formatEnergy(Math.round(kwh * 1000), locale, { decimals: 2 })
  return corrections.map(({ day, corrected_on: on, before, after }) => (
    <p className="small" key={`${day} ${on} ${before} ${after}`}>
      {t('corrected', {
        ...{ on: formatDay(on, locale), day: formatDay(day, locale), before: energy(before), after: energy(after) },
      })}
    </p>
  ))
}

function MonthTable({ months }: { months: readonly Month[] }) {
  const t = useTranslations('consumption.completeness')
  const tStates = useTranslations('consumption.states')
  const locale = useLocale()
  const columns: Column<Month>[] = [
    {
      ...{ key: 'month', header: t('month'), kind: 'name', listPosition: 'title' },
      cell: ({ month }) => formatMonth(month, locale, 'long'),
    },
    {
      ...{ key: 'hours', header: t('hours'), kind: 'number', listPosition: 'titleEnd' },
      cell: ({ hours }) => formatDecimal(hours, locale),
    },
    ...intervalStates
      .filter((state) => months.some((month) => month[state] > 0))
      .map(
        (state): Column<Month> => ({
          ...{ key: state, header: tStates(state), kind: 'number', listPosition: 'note' },
          cell: (month) => formatDecimal(month[state], locale),
        }),
      ),
  ]
  return <Table caption={t('caption')} columns={columns} rows={months} rowKey={({ month }) => month} />
}
