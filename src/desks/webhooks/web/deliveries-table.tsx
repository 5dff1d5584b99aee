import { useLocale, useTranslations } from 'use-intl'
import { Link } from '#kit/web/link.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Delivery } from '../api.ts'
import { shortUrl } from './short-url.ts'
import { Answer, DeliveryStanding } from './standing.tsx'

/** Deliveries as rows, with their endpoint unless all are of one. */
export function DeliveriesTable({ rows, isOfOne }: { rows: readonly Delivery[]; isOfOne?: boolean }) {
  const t = useTranslations('desk-webhooks.deliveries')
  const locale = useLocale()
  const instant = (at: string) => formatInstant(new Date(at), locale)
  const endpoint: Column<Delivery> = {
    key: 'endpoint',
    header: t('endpoint'),
    place: 'note',
    isNarrow: true,
    cell: (row) => shortUrl(row.endpoint.url),
  }
  const columns: Column<Delivery>[] = [
    {
      key: 'event',
      header: t('event'),
      kind: 'name',
      place: 'title',
      cell: ({ id, type }) => <Link href={`/operator/webhooks/deliveries/${id}`}>{type}</Link>,
    },
    { key: 'state', header: t('state'), place: 'titleEnd', cell: (row) => <DeliveryStanding state={row.state} /> },
    { key: 'happened', header: t('happened'), place: 'second', cell: (row) => instant(row.happened_at) },
    ...(isOfOne ? [] : [endpoint]),
    { key: 'tries', header: t('tries'), kind: 'number', cell: ({ tries }) => tries },
    { key: 'answer', header: t('answer'), place: 'secondEnd', cell: (row) => <Answer {...row} /> },
    { key: 'next', header: t('next'), cell: ({ next_try_at: next }) => (next ? instant(next) : '—') },
  ]
  return <Table caption={t('caption')} columns={columns} rows={rows} rowKey={({ id }) => id} />
}
