import { useLocale, useTranslations } from 'use-intl'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { formatMoney } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { PaymentDetails, ProviderReportDetails } from '../api.ts'
import { PaymentStatusBadge, useCardErrorText } from './payment-status-badge.tsx'

type PaymentProps = { payment: PaymentDetails }
type Attempt = PaymentDetails['attempts'][number]

/** All attempts to pay the same item. */
export function AttemptsSection({ payment }: PaymentProps) {
  const t = useTranslations('desk-payments')
  const locale = useLocale()
  const errorText = useCardErrorText()
  const when = ({ at }: Attempt) => formatInstant(new Date(at), locale)
  const columns: Column<Attempt>[] = [
    {
      key: 'at',
      header: t('list.at'),
      kind: 'name',
      listPosition: 'title',
      cell: (row) =>
        row.id === payment.id ? (
          t('attempts.this', { at: when(row) })
        ) : (
          <Link href={`/operator/payments/${row.id}`}>{when(row)}</Link>
        ),
    },
    {
      key: 'state',
      header: t('list.state'),
      listPosition: 'titleEnd',
      cell: ({ state }) => <PaymentStatusBadge state={state} />,
    },
    {
      key: 'error',
      header: t('payment.error'),
      listPosition: 'second',
      cell: ({ state, error }) => (state === 'failed' && error ? errorText(error) : '—'),
    },
    {
      key: 'amount',
      header: t('list.amount'),
      kind: 'number',
      listPosition: 'secondEnd',
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

const reportKinds = [
  'succeeded',
  'requires_action',
  'declined',
  'pending',
  'unknown',
  'refund_made',
  'refund_returned',
] as const

/** Returns a function for the text of a report's payment state. */
export function useReportText(): (kind: string | null) => string {
  const t = useTranslations('desk-payments.reports.words')
  return (kind) => t(reportKinds.find((word) => word === kind) ?? 'unread')
}

/** The reports sent by the provider. */
export function ReportsSection({ payment: { reports } }: PaymentProps) {
  const t = useTranslations('desk-payments')
  const locale = useLocale()
  const textOf = useReportText()
  const instant = (at: string) => formatInstant(new Date(at), locale)
  const columns: Column<ProviderReportDetails>[] = [
    {
      key: 'told',
      header: t('reports.content'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ told }) => textOf(told),
    },
    { key: 'received', header: t('reports.received'), listPosition: 'second', cell: (row) => instant(row.received_at) },
    {
      key: 'applied',
      header: t('reports.applied'),
      listPosition: 'note',
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
