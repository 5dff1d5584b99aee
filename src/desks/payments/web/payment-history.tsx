import { useLocale, useTranslations } from 'use-intl'
import { Link } from '#kit/web/link.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatMoney } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ReadPayment, ReadReport } from '../api.ts'
import { Standing, useCardError } from './standing.tsx'

type Part = { payment: ReadPayment }
type Attempt = ReadPayment['attempts'][number]

/** All tries at paying the same. */
export function Attempts({ payment }: Part) {
  const t = useTranslations('desk-payments')
  const locale = useLocale()
  const errorWords = useCardError()
  const when = ({ at }: Attempt) => formatInstant(new Date(at), locale)
  const columns: Column<Attempt>[] = [
    {
      key: 'at',
      header: t('list.at'),
      kind: 'name',
      place: 'title',
      cell: (row) =>
        row.id === payment.id ? (
          t('attempts.this', { at: when(row) })
        ) : (
          <Link href={`/operator/payments/${row.id}`}>{when(row)}</Link>
        ),
    },
    { key: 'state', header: t('list.state'), place: 'titleEnd', cell: ({ state }) => <Standing state={state} /> },
    {
      key: 'error',
      header: t('payment.error'),
      place: 'second',
      cell: ({ state, error }) => (state === 'failed' && error ? errorWords(error) : '—'),
    },
    {
      key: 'amount',
      header: t('list.amount'),
      kind: 'number',
      place: 'secondEnd',
      cell: ({ amount }) => formatMoney(Math.round(amount * 100), locale),
    },
  ]
  return (
    <section className="stack" aria-labelledby="attempts-title">
      <h2 id="attempts-title">{t('attempts.title')}</h2>
      <Table caption={t('attempts.caption')} columns={columns} rows={payment.attempts} rowKey={({ id }) => id} />
    </section>
  )
}

const toldWords = [
  'succeeded',
  'requires_action',
  'declined',
  'pending',
  'unknown',
  'refund_made',
  'refund_returned',
] as const

/** What a report said, in words. */
export function useReportWord(): (told: string | null) => string {
  const t = useTranslations('desk-payments.reports.words')
  return (told) => t(toldWords.find((word) => word === told) ?? 'unread')
}

/** What its provider told of it on its own. */
export function Reports({ payment: { reports } }: Part) {
  const t = useTranslations('desk-payments')
  const locale = useLocale()
  const wordOf = useReportWord()
  const instant = (at: string) => formatInstant(new Date(at), locale)
  const columns: Column<ReadReport>[] = [
    {
      key: 'told',
      header: t('reports.told'),
      kind: 'name',
      place: 'title',
      cell: ({ told }) => wordOf(told),
    },
    { key: 'received', header: t('reports.received'), place: 'second', cell: (row) => instant(row.received_at) },
    {
      key: 'applied',
      header: t('reports.applied'),
      place: 'note',
      cell: ({ applied_at: at, failures, reason }) =>
        reason
          ? t(`aside.reasons.${reason}`)
          : at
            ? instant(at)
            : failures
              ? t('reports.failing', { count: failures })
              : t('reports.waiting'),
    },
    { key: 'id', header: t('reports.id'), isNarrow: true, cell: ({ id }) => id },
  ]
  return (
    <section className="stack" aria-labelledby="reports-title">
      <h2 id="reports-title">{t('reports.title')}</h2>
      {reports.length ? (
        <Table caption={t('reports.caption')} columns={columns} rows={reports} rowKey={({ id }) => id} />
      ) : (
        <p className="soft">{t('reports.none')}</p>
      )}
    </section>
  )
}
