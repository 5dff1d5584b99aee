import { useLocale, useTranslations } from 'use-intl'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { WebhookDelivery } from '../api.ts'
import { shortenUrl } from './shorten-url.ts'
import { DeliveryReply, DeliveryStatusBadge } from './webhook-status-badges.tsx'

/** A table of deliveries, with the endpoint unless all belong to the same one. */
export function DeliveriesTable({ rows, isOfOne }: { rows: readonly WebhookDelivery[]; isOfOne?: boolean }) {
  const t = useTranslations('desk-webhooks.deliveries')
  const locale = useLocale()
  const instant = (at: string) => formatInstant(new Date(at), locale)
  const endpointColumn: Column<WebhookDelivery> = {
    key: 'endpoint',
    header: t('endpoint'),
    listPosition: 'note',
    isNarrow: true,
    cell: (row) => shortenUrl(row.endpoint.url),
  }
  const columns: Column<WebhookDelivery>[] = [
    {
      key: 'event',
      header: t('event'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ id, type }) => <Link href={`/operator/webhooks/deliveries/${id}`}>{type}</Link>,
    },
    {
      key: 'state',
      header: t('state'),
      listPosition: 'titleEnd',
      cell: (row) => <DeliveryStatusBadge state={row.state} />,
    },
    { key: 'happened', header: t('happened'), listPosition: 'second', cell: (row) => instant(row.happened_at) },
    ...(isOfOne ? [] : [endpointColumn]),
    { key: 'tries', header: t('tries'), kind: 'number', cell: ({ tries }) => tries },
    { key: 'answer', header: t('answer'), listPosition: 'secondEnd', cell: (row) => <DeliveryReply {...row} /> },
    { key: 'next', header: t('next'), cell: ({ next_try_at: next }) => (next ? instant(next) : '—') },
  ]
  return <Table caption={t('caption')} columns={columns} rows={rows} rowKey={({ id }) => id} />
}
