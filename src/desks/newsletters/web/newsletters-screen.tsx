import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { ListPager } from '#desks/common/web/list-pager.tsx'
import { offsetOf } from '#desks/common/web/offset-of.ts'
import { SearchBox } from '#desks/common/web/search-box.tsx'
import { Empty } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { DownloadLink } from '#kit/web/download-link.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import type { KeptNewsletter } from '../api.ts'
import { exportSubscribers } from '../downloads.ts'
import { NewsletterDialog } from './newsletter-dialog.tsx'
import { type NewslettersView, newslettersQuery } from './queries.ts'

const path = '/operator/newsletters'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(newslettersQuery(send, viewOf(search)))
}

/** The newsletters that can be subscribed to, in their order. */
export function NewslettersScreen() {
  const t = useTranslations('desk-newsletters')
  const view = viewOf(useSearch({ strict: false }) as Search)
  return (
    <>
      <h1>{t('title')}</h1>
      <SearchBox label={t('label')} submit={t('find')} value={view.q} path={path} />
      <Retryable title={t('failedTitle')} words={t('failedWords')} resetKey={JSON.stringify(view)}>
        <Newsletters view={view} />
      </Retryable>
    </>
  )
}

function Newsletters({ view: { q, offset } }: { view: NewslettersView }) {
  const t = useTranslations('desk-newsletters')
  const locale = useLocale()
  const { data } = useSuspenseQuery(newslettersQuery(useSend(), { q, offset }))
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
          <ListPager path={path} view={{ q }} offset={offset} total={data.total} />
          <p className="soft">{t('exportHint')}</p>
        </>
      ) : (
        <None isNarrowed={q !== '' || offset > 0} />
      )}
      {edited && (
        <NewsletterDialog
          newsletter={edited === 'new' ? null : edited}
          lastOrder={data.last_order}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

function None({ isNarrowed }: { isNarrowed: boolean }) {
  const t = useTranslations('desk-newsletters')
  if (!isNarrowed) return <Empty title={t('noneTitle')}>{t('noneWords')}</Empty>
  return (
    <Empty kind="filtered" title={t('noneFoundTitle')}>
      {t('noneFoundWords')}
    </Empty>
  )
}

function viewOf(search: Search): NewslettersView {
  return { q: search.q?.trim() ?? '', offset: offsetOf(search) }
}
