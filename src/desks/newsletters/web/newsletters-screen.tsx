import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { DeskList } from '#desks/common/web/desk-list.tsx'
import { ListTable } from '#desks/common/web/list-table.tsx'
import { listViewOf, useListView } from '#desks/common/web/list-view.ts'
import { useRoleReason } from '#desks/common/web/use-role-reason.ts'
import { Empty } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { DownloadLink } from '#kit/web/download-link.tsx'
import { plus } from '#kit/web/icons.ts'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import type { Column } from '#kit/web/table.tsx'
import { formatDecimal } from '#vocabulary/format.ts'
import type { KeptNewsletter } from '../api.ts'
import { exportSubscribers } from '../downloads.ts'
import { subscriberRoles } from '../roles.ts'
import { NewsletterDialog } from './newsletter-dialog.tsx'
import { type NewslettersView, newslettersQuery } from './queries.ts'

const path = '/operator/newsletters'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(newslettersQuery(send, listViewOf(search)))
}

/** The newsletters that can be subscribed to, in their order. */
export function NewslettersScreen() {
  const t = useTranslations('desk-newsletters')
  const view = useListView(listViewOf)
  const [edited, setEdited] = useState<Edited>(null)
  return (
    <DeskList
      {...{ path, view }}
      words={t}
      action={
        <Button icon={plus} onClick={() => setEdited('new')}>
          {t('add')}
        </Button>
      }
    >
      <Newsletters {...{ view, edited, setEdited }} />
    </DeskList>
  )
}

type Edited = KeptNewsletter | 'new' | null
type NewslettersProps = { view: NewslettersView; edited: Edited; setEdited: (edited: Edited) => void }

function Newsletters({ view, edited, setEdited }: NewslettersProps) {
  const t = useTranslations('desk-newsletters')
  const locale = useLocale()
  const { data } = useSuspenseQuery(newslettersQuery(useSend(), view))
  const mayExport = useRoleReason(subscriberRoles) === undefined
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
      cell: ({ subscribers }) => formatDecimal(subscribers, locale),
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
          {mayExport && (
            <DownloadLink
              call={exportSubscribers}
              params={{ id: String(newsletter.id) }}
              label={t('export', { name: newsletter.name })}
            />
          )}
        </span>
      ),
    },
  ]
  const isNarrowed = view.q || view.offset
  const none = isNarrowed ? undefined : <Empty title={t('noneYetTitle')}>{t('noneYetWords')}</Empty>
  return (
    <>
      <ListTable {...{ path, view, columns, none }} words={t} found={data} rowKey={({ id }) => id} />
      {mayExport && data.items.length > 0 && <p className="soft">{t('exportHint')}</p>}
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
