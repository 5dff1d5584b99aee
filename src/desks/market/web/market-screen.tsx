import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DeskList } from '#desks/common/web/desk-list.tsx'
import { ListTable } from '#desks/common/web/list-table.tsx'
import { listViewOf, namedOf, useListView } from '#desks/common/web/list-view.ts'
import { Button } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { plus } from '#kit/web/icons.ts'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import type { Column } from '#kit/web/table.tsx'
import { Tabs } from '#kit/web/tabs.tsx'
import { marketLists } from '../rules.ts'
import { type MarketView, type Member, marketQuery } from './queries.ts'

const MemberDialog = lazy(async () => ({ default: (await import('./member-dialog.tsx')).MemberDialog }))

const path = '/operator/market'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(marketQuery(send, viewOf(search)))
}

/** The others in the market: the retailers that somebody may come from, and who owns the grids. */
export function MarketScreen() {
  const t = useTranslations('desk-market.list')
  const view = useListView(viewOf)
  const [edited, setEdited] = useState<Member | 'new' | null>(null)
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
            tabs={marketLists.map((list) => ({ key: list, label: t(list), href: `${path}?list=${list}` }))}
            current={view.list}
          />
        }
        filters={<input type="hidden" name="list" value={view.list} />}
      >
        <Listed view={view} onEdit={setEdited} />
      </DeskList>
      {edited && (
        <Suspense>
          <MemberDialog list={view.list} member={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </>
  )
}

function Listed({ view, onEdit }: { view: MarketView; onEdit: (member: Member) => void }) {
  const t = useTranslations('desk-market.list')
  const { data } = useSuspenseQuery(marketQuery(useSend(), view))
  const ofGrids: Column<Member>[] = [
    { key: 'code', header: t('code'), place: 'second', cell: (member) => ('code' in member ? member.code : '—') },
    {
      key: 'phone',
      header: t('phone'),
      place: 'note',
      cell: (member) => ('code' in member ? (member.breakdown_phone ?? '—') : '—'),
    },
    { key: 'website', header: t('website'), cell: (member) => ('code' in member ? (member.website ?? '—') : '—') },
  ]
  const columns: Column<Member>[] = [
    { key: 'name', header: t('name'), kind: 'name', place: 'title', cell: ({ name }) => name },
    ...(view.list === 'distributors' ? ofGrids : []),
    {
      key: 'state',
      header: t('state'),
      place: 'titleEnd',
      cell: ({ is_active: isActive }) => (isActive ? t('active') : <Chip tone="plain">{t('off')}</Chip>),
    },
    {
      key: 'actions',
      header: t('actions'),
      kind: 'actions',
      place: 'last',
      cell: (member) => (
        <Button
          variant="second"
          isSmall
          aria-label={t('changeOf', { name: member.name })}
          onClick={() => onEdit(member)}
        >
          {t('change')}
        </Button>
      ),
    },
  ]
  const caption = t('caption', { list: t(view.list) })
  return <ListTable {...{ path, view, caption, columns }} words={t} found={data} rowKey={({ id }) => id} />
}

function viewOf(search: Search): MarketView {
  return { list: namedOf(marketLists, search.list) ?? 'electricity', ...listViewOf(search) }
}
