import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { DeskHeading } from '#desks/common/web/desk-heading.tsx'
import { Empty } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { plus } from '#kit/web/icons.ts'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Endpoint } from '../api.ts'
import { endpointsQuery } from './queries.ts'
import { shortUrl } from './short-url.ts'
import { EndpointStanding } from './standing.tsx'

const EndpointDialog = lazy(async () => ({ default: (await import('./endpoint-dialog.tsx')).EndpointDialog }))

export function load({ send, prefetch }: LoadContext) {
  return prefetch(endpointsQuery(send))
}

/** Which systems are told what happens, and how that fares. */
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
      <Retryable title={t('failedTitle')} words={t('failedWords')} resetKey="endpoints">
        <Endpoints />
      </Retryable>
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

function Endpoints() {
  const t = useTranslations('desk-webhooks.list')
  const locale = useLocale()
  const { data: endpoints } = useSuspenseQuery(endpointsQuery(useSend()))
  if (!endpoints.length)
    return (
      <Empty kind="none" title={t('noneTitle')}>
        {t('noneWords')}
      </Empty>
    )
  const columns: Column<Endpoint>[] = [
    {
      key: 'endpoint',
      header: t('endpoint'),
      kind: 'name',
      place: 'title',
      cell: ({ id, url }) => <Link href={`/operator/webhooks/${id}`}>{shortUrl(url)}</Link>,
    },
    { key: 'state', header: t('state'), place: 'titleEnd', cell: ({ off }) => <EndpointStanding off={off} /> },
    { key: 'description', header: t('description'), place: 'second', cell: ({ description }) => description || '—' },
    {
      key: 'events',
      header: t('events'),
      place: 'note',
      cell: ({ event_types: types }) => (types ? t('someEvents', { count: types.length }) : t('allEvents')),
    },
    { key: 'waiting', header: t('waiting'), kind: 'number', cell: ({ waiting }) => waiting },
    { key: 'failed', header: t('failed'), kind: 'number', cell: ({ failed }) => failed },
    {
      key: 'last',
      header: t('lastDelivered'),
      place: 'last',
      cell: ({ last_delivered_at: last }) => (last ? formatInstant(new Date(last), locale) : t('never')),
    },
  ]
  return <Table caption={t('caption')} columns={columns} rows={endpoints} rowKey={({ id }) => id} />
}
