import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { DeskList } from '#kit/backoffice/web/desk-list.tsx'
import { ListTable } from '#kit/backoffice/web/list-table.tsx'
import { listViewOf, useListView } from '#kit/backoffice/web/list-view.ts'
import { useRoleDisabledReason } from '#kit/backoffice/web/use-role-reason.ts'
import { Button } from '#kit/web/action/button.tsx'
import { DownloadLink } from '#kit/web/action/download-link.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { plus } from '#kit/web/graphics/icons.ts'
import type { Column } from '#kit/web/list/table.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatDecimal } from '#vocabulary/format.ts'
import type { ManagedNewsletter } from '../api.ts'
import { exportSubscribers } from '../downloads.ts'
import { subscriberRoles } from '../roles.ts'
import { NewsletterDialog } from './newsletter-dialog.tsx'
import { type NewslettersView, newslettersQuery } from './queries.ts'

const path = '/operator/newsletters'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(newslettersQuery(send, listViewOf(search)))
}

/** The newsletters that can be subscribed to, in display order. */
export function NewslettersScreen() {
  const t = useTranslations('desk-newsletter')
  const view = useListView(listViewOf)
  const [edit, setEdit] = useState<NewsletterEdit>(null)
  return (
    <DeskList
      {...{ path, view }}
      texts={t}
      action={
        <Button icon={plus} onClick={() => setEdit('new')}>
          {t('add')}
        </Button>
      }
    >
      <NewslettersTable {...{ view, edit, setEdit }} />
    </DeskList>
  )
}

type NewsletterEdit = ManagedNewsletter | 'new' | null
type NewslettersTableProps = { view: NewslettersView; edit: NewsletterEdit; setEdit: (edit: NewsletterEdit) => void }

function NewslettersTable({ view, edit, setEdit }: NewslettersTableProps) {
  const t = useTranslations('desk-newsletter')
  const { data } = useSuspenseQuery(newslettersQuery(useSend(), view))
  const mayExport = useRoleDisabledReason(subscriberRoles) === undefined
  const columns = useColumns(mayExport, setEdit)
  const isNarrowed = view.q || view.offset
  const none = isNarrowed ? undefined : <EmptyState title={t('noneYetTitle')}>{t('noneYetWords')}</EmptyState>
  return (
    <>
      <ListTable {...{ path, view, columns, none }} texts={t} page={data} rowKey={({ id }) => id} />
      {mayExport && data.items.length > 0 && <p className="soft">{t('exportHint')}</p>}
      {edit && (
        <NewsletterDialog
          newsletter={edit === 'new' ? null : edit}
          lastOrder={data.last_order}
          onClose={() => setEdit(null)}
        />
      )}
    </>
  )
}

function useColumns(mayExport: boolean, onEdit: NewslettersTableProps['setEdit']): Column<ManagedNewsletter>[] {
  const t = useTranslations('desk-newsletter')
  const locale = useLocale()
  return [
    { key: 'name', header: t('name'), kind: 'name', listPosition: 'title', cell: ({ name }) => name },
    {
      key: 'state',
      header: t('state'),
      listPosition: 'titleEnd',
      cell: ({ active }) => (active ? t('offered') : <Badge tone="plain">{t('notOffered')}</Badge>),
    },
    { key: 'locked', header: t('list'), listPosition: 'note', cell: ({ locked }) => t(locked ? 'locked' : 'ownList') },
    {
      key: 'subscribers',
      header: t('subscribers'),
      kind: 'number',
      listPosition: 'second',
      cell: ({ subscribers }) => formatDecimal(subscribers, locale),
    },
    { key: 'order', header: t('order'), kind: 'number', cell: ({ order }) => order },
    {
      key: 'actions',
      header: t('actions'),
      kind: 'actions',
      listPosition: 'last',
      cell: (newsletter) => (
        <span className="line">
          <Button
            variant="second"
            isSmall
            aria-label={t('editOf', { name: newsletter.name })}
            onClick={() => onEdit(newsletter)}
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
}
