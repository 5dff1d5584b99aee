import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { DeskHeading } from '#kit/backoffice/web/desk-heading.tsx'
import { Button } from '#kit/web/action/button.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { plus } from '#kit/web/graphics/icons.ts'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { WebhookEndpoint } from '../api.ts'
import { endpointsQuery } from './queries.ts'
import { shortenUrl } from './shorten-url.ts'
import { EndpointStatusBadge } from './webhook-status-badges.tsx'

const EndpointDialog = lazy(async () => ({ default: (await import('./endpoint-dialog.tsx')).EndpointDialog }))

export function load({ send, prefetch }: LoadContext) {
  return prefetch(endpointsQuery(send))
}

/** The webhook endpoints and their delivery statistics. */
export function EndpointsScreen() {
  const t = useTranslations('desk-webhooks.list')
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <DeskHeading
        title={t('title')}
        about={t('about')}
        action={
          <Button icon={plus} onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        }
      />
      <RetryBoundary title={t('failedTitle')} message={t('failedWords')} resetKey="endpoints">
        <EndpointsTable />
      </RetryBoundary>
      <p>
        <Link href="/operator/webhooks/deliveries">{t('deliveries')}</Link>
      </p>
      {isAdding && (
        <Suspense>
          <EndpointDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}

function EndpointsTable() {
  const t = useTranslations('desk-webhooks.list')
  const locale = useLocale()
  const { data: endpoints } = useSuspenseQuery(endpointsQuery(useSend()))
  if (!endpoints.length)
    return (
      <EmptyState kind="none" title={t('noneTitle')}>
        {t('noneWords')}
      </EmptyState>
    )
  const columns: Column<WebhookEndpoint>[] = [
    {
      key: 'endpoint',
      header: t('endpoint'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ id, url }) => <Link href={`/operator/webhooks/${id}`}>{shortenUrl(url)}</Link>,
    },
    {
      key: 'state',
      header: t('state'),
      listPosition: 'titleEnd',
      cell: ({ off }) => <EndpointStatusBadge off={off} />,
    },
    {
      key: 'description',
      header: t('description'),
      listPosition: 'second',
      cell: ({ description }) => description || '—',
    },
    {
      key: 'events',
      header: t('events'),
      listPosition: 'note',
      cell: ({ event_types: types }) => (types ? t('someEvents', { count: types.length }) : t('allEvents')),
    },
    { key: 'waiting', header: t('waiting'), kind: 'number', cell: ({ waiting }) => waiting },
    { key: 'failed', header: t('failed'), kind: 'number', cell: ({ failed }) => failed },
    {
      key: 'last',
      header: t('lastDelivered'),
      listPosition: 'last',
      cell: ({ last_delivered_at: last }) => (last ? formatInstant(new Date(last), locale) : t('never')),
    },
  ]
  return <Table caption={t('caption')} columns={columns} rows={endpoints} rowKey={({ id }) => id} />
}
