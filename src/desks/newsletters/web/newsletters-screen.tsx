import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Empty } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { DownloadLink } from '#kit/web/download-link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import type { KeptNewsletter } from '../api.ts'
import { exportSubscribers } from '../downloads.ts'
import { NewsletterDialog } from './newsletter-dialog.tsx'
import { newslettersQuery } from './queries.ts'

export function load({ send, prefetch }: LoadContext) {
  return prefetch(newslettersQuery(send))
}

/** The newsletters that can be subscribed to, in their order. */
export function NewslettersScreen() {
  const t = useTranslations('desk-newsletters')
  return (
    <>
      <h1>{t('title')}</h1>
      <Retryable title={t('failedTitle')} words={t('failedWords')} resetKey="newsletters">
        <Newsletters />
      </Retryable>
    </>
  )
}

function Newsletters() {
  const t = useTranslations('desk-newsletters')
  const locale = useLocale()
  const { data } = useSuspenseQuery(newslettersQuery(useSend()))
  const [edited, setEdited] = useState<KeptNewsletter | 'new' | null>(null)
  const columns: Column<KeptNewsletter>[] = [
    { key: 'name', header: t('name'), kind: 'name', place: 'title', cell: ({ name }) => name },
    {
      key: 'state',
      header: t('state'),
      place: 'titleEnd',
      cell: ({ active }) => (active ? t('offered') : <Chip tone="plain">{t('notOffered')}</Chip>),
    },
    { key: 'locked', header: t('list'), place: 'note', cell: ({ locked }) => t(locked ? 'locked' : 'ownList') },
    {
      key: 'subscribers',
      header: t('subscribers'),
      kind: 'number',
      place: 'second',
      cell: ({ subscribers }) => subscribers.toLocaleString(locale),
    },
    { key: 'order', header: t('order'), kind: 'number', cell: ({ order }) => order },
    {
      key: 'actions',
      header: t('actions'),
      kind: 'actions',
      place: 'last',
      cell: (newsletter) => (
        <span className="line">
          <Button
            variant="second"
            isSmall
            aria-label={t('editOf', { name: newsletter.name })}
            onClick={() => setEdited(newsletter)}
          >
            {t('edit')}
          </Button>
          <DownloadLink
            call={exportSubscribers}
            params={{ id: String(newsletter.id) }}
            label={t('export', { name: newsletter.name })}
          />
        </span>
      ),
    },
  ]
  return (
    <>
      <div>
        <Button onClick={() => setEdited('new')}>{t('add')}</Button>
      </div>
      {data.items.length ? (
        <>
          <Table caption={t('caption')} columns={columns} rows={data.items} rowKey={({ id }) => id} />
          <p className="soft">{t('exportHint')}</p>
        </>
      ) : (
        <Empty title={t('noneTitle')}>{t('noneWords')}</Empty>
      )}
      {edited && (
        <NewsletterDialog
          newsletter={edited === 'new' ? null : edited}
          lastOrder={Math.max(0, ...data.items.map(({ order }) => order))}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}
