import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DeskList } from '#kit/backoffice/web/desk-list.tsx'
import { ListTable } from '#kit/backoffice/web/list-table.tsx'
import { listViewOf, matchValue, useListView } from '#kit/backoffice/web/list-view.ts'
import { Button } from '#kit/web/action/button.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { plus } from '#kit/web/graphics/icons.ts'
import type { Column } from '#kit/web/list/table.tsx'
import { Tabs } from '#kit/web/navigation/tabs.tsx'
import type { LoadContext, SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { languageNames, locales } from '#vocabulary/locale.ts'
import type { ListedContent } from '../api.ts'
import { blockPositions } from '../rules.ts'
import { type ContentView, contentQuery } from './queries.ts'

const ContentDialog = lazy(async () => ({ default: (await import('./content-dialog.tsx')).ContentDialog }))

const path = '/operator/content'
const kinds = ['block', 'page', 'banner'] as const

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(contentQuery(send, viewOf(search)))
}

/** The content that the retailer publishes on the portal: HTML blocks, own pages and banners. */
export function ContentScreen() {
  const t = useTranslations('desk-content.list')
  const view = useListView(viewOf)
  const [edited, setEdited] = useState<ListedContent | 'new' | null>(null)
  return (
    <>
      <DeskList
        {...{ path, view }}
        texts={t}
        about={t('about')}
        action={
          <Button icon={plus} onClick={() => setEdited('new')}>
            {t('add')}
          </Button>
        }
        tabs={
          <Tabs
            label={t('kinds')}
            tabs={kinds.map((kind) => ({ key: kind, label: t(kind), href: `${path}?kind=${kind}` }))}
            current={view.kind}
          />
        }
        filters={<input type="hidden" name="kind" value={view.kind} />}
      >
        <ContentTable view={view} onEdit={setEdited} />
      </DeskList>
      {edited && (
        <Suspense>
          <ContentDialog kind={view.kind} edited={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </>
  )
}

function ContentTable({ view, onEdit }: { view: ContentView; onEdit: (content: ListedContent) => void }) {
  const t = useTranslations('desk-content.list')
  const { data } = useSuspenseQuery(contentQuery(useSend(), view))
  const positionOf = ({ content }: ListedContent) => {
    const match = blockPositions.find((place) => place === content.place)
    return match ? t(`places.${match}`) : String(content.place)
  }
  const languageOf = ({ content }: ListedContent) => {
    const match = locales.find((locale) => locale === content.locale)
    return match ? languageNames[match] : t('allLanguages')
  }
  const ofBlocks: Column<ListedContent>[] = [
    { key: 'place', header: t('place'), listPosition: 'second', cell: positionOf },
    { key: 'language', header: t('language'), listPosition: 'secondEnd', cell: languageOf },
  ]
  const columns: Column<ListedContent>[] = [
    { key: 'name', header: t('name'), kind: 'name', listPosition: 'title', cell: ({ title }) => title },
    ...(view.kind === 'block' ? ofBlocks : []),
    {
      key: 'actions',
      header: t('actions'),
      kind: 'actions',
      listPosition: 'last',
      cell: (row) => (
        <Button variant="second" isSmall aria-label={t('editOf', { name: row.title })} onClick={() => onEdit(row)}>
          {t('edit')}
        </Button>
      ),
    },
  ]
  const none = <EmptyState title={t('noneTitle')}>{t('noneWords')}</EmptyState>
  return <ListTable {...{ path, view, columns, none }} texts={t} page={data} rowKey={({ key }) => key} />
}

function viewOf(search: SearchParams): ContentView {
  return { kind: matchValue(kinds, search.kind) ?? 'block', ...listViewOf(search) }
}
