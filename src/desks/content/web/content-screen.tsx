import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DeskList } from '#desks/common/web/desk-list.tsx'
import { ListTable } from '#desks/common/web/list-table.tsx'
import { listViewOf, namedOf, useListView } from '#desks/common/web/list-view.ts'
import { languageNames, locales } from '#kit/locale.ts'
import { Empty } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { plus } from '#kit/web/icons.ts'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import type { Column } from '#kit/web/table.tsx'
import { Tabs } from '#kit/web/tabs.tsx'
import type { ListedContent } from '../api.ts'
import { places } from '../rules.ts'
import { contentQuery, type View } from './queries.ts'

const ContentDialog = lazy(async () => ({ default: (await import('./content-dialog.tsx')).ContentDialog }))

const path = '/operator/content'
const kinds = ['block', 'page', 'banner'] as const

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(contentQuery(send, viewOf(search)))
}

/** What the retailer writes on the portal: blocks of HTML, pages of its own, and banners. */
export function ContentScreen() {
  const t = useTranslations('desk-content.list')
  const view = useListView(viewOf)
  const [edited, setEdited] = useState<ListedContent | 'new' | null>(null)
  return (
    <>
      <DeskList
        {...{ path, view }}
        words={t}
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
        <Listed view={view} onEdit={setEdited} />
      </DeskList>
      {edited && (
        <Suspense>
          <ContentDialog kind={view.kind} edited={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </>
  )
}

function Listed({ view, onEdit }: { view: View; onEdit: (content: ListedContent) => void }) {
  const t = useTranslations('desk-content.list')
  const { data } = useSuspenseQuery(contentQuery(useSend(), view))
  const whereOf = ({ content }: ListedContent) => {
    const known = places.find((place) => place === content.place)
    return known ? t(`places.${known}`) : String(content.place)
  }
  const languageOf = ({ content }: ListedContent) => {
    const known = locales.find((locale) => locale === content.locale)
    return known ? languageNames[known] : t('allLanguages')
  }
  const ofBlocks: Column<ListedContent>[] = [
    { key: 'place', header: t('place'), place: 'second', cell: whereOf },
    { key: 'language', header: t('language'), place: 'secondEnd', cell: languageOf },
  ]
  const columns: Column<ListedContent>[] = [
    { key: 'name', header: t('name'), kind: 'name', place: 'title', cell: ({ title }) => title },
    ...(view.kind === 'block' ? ofBlocks : []),
    {
      key: 'actions',
      header: t('actions'),
      kind: 'actions',
      place: 'last',
      cell: (row) => (
        <Button variant="second" isSmall aria-label={t('editOf', { name: row.title })} onClick={() => onEdit(row)}>
          {t('edit')}
        </Button>
      ),
    },
  ]
  const none = <Empty title={t('noneTitle')}>{t('noneWords')}</Empty>
  return <ListTable {...{ path, view, columns, none }} words={t} found={data} rowKey={({ key }) => key} />
}

function viewOf(search: Search): View {
  return { kind: namedOf(kinds, search.kind) ?? 'block', ...listViewOf(search) }
}
