import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DeskList } from '#kit/backoffice/web/desk-list.tsx'
import { ListTable } from '#kit/backoffice/web/list-table.tsx'
import { listViewOf, matchValue, useListView } from '#kit/backoffice/web/list-view.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { plus } from '#kit/web/graphics/icons.ts'
import type { Column } from '#kit/web/list/table.tsx'
import { Tabs } from '#kit/web/navigation/tabs.tsx'
import type { LoadContext, SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { marketLists } from '../rules.ts'
import { type MarketMember, type MarketView, marketQuery } from './queries.ts'

const MemberDialog = lazy(async () => ({ default: (await import('./market-member-dialog.tsx')).MarketMemberDialog }))

const path = '/operator/market'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(marketQuery(send, viewOf(search)))
}

/** The other market participants: origin retailers and distributors. */
export function MarketScreen() {
  const t = useTranslations('desk-market.list')
  const view = useListView(viewOf)
  const [edited, setEdited] = useState<MarketMember | 'new' | null>(null)
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
            tabs={marketLists.map((list) => ({ key: list, label: t(list), href: `${path}?list=${list}` }))}
            current={view.list}
          />
        }
        filters={<input type="hidden" name="list" value={view.list} />}
      >
        <MarketTable view={view} onEdit={setEdited} />
      </DeskList>
      {edited && (
        <Suspense>
          <MemberDialog list={view.list} member={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </>
  )
}

function MarketTable({ view, onEdit }: { view: MarketView; onEdit: (member: MarketMember) => void }) {
  const t = useTranslations('desk-market.list')
  const { data } = useSuspenseQuery(marketQuery(useSend(), view))
  const distributorColumns: Column<MarketMember>[] = [
    {
      key: 'code',
      header: t('code'),
      listPosition: 'second',
      cell: (member) => ('code' in member ? member.code : '—'),
    },
    {
      key: 'phone',
      header: t('phone'),
      listPosition: 'note',
      cell: (member) => ('code' in member ? (member.breakdown_phone ?? '—') : '—'),
    },
    { key: 'website', header: t('website'), cell: (member) => ('code' in member ? (member.website ?? '—') : '—') },
  ]
  const columns: Column<MarketMember>[] = [
    { key: 'name', header: t('name'), kind: 'name', listPosition: 'title', cell: ({ name }) => name },
    ...(view.list === 'distributors' ? distributorColumns : []),
    {
      key: 'state',
      header: t('state'),
      listPosition: 'titleEnd',
      cell: ({ is_active: isActive }) => (isActive ? t('active') : <Badge tone="plain">{t('off')}</Badge>),
    },
    {
      key: 'actions',
      header: t('actions'),
      kind: 'actions',
      listPosition: 'last',
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
  return <ListTable {...{ path, view, caption, columns }} texts={t} page={data} rowKey={({ id }) => id} />
}

function viewOf(search: SearchParams): MarketView {
  return { list: matchValue(marketLists, search.list) ?? 'electricity', ...listViewOf(search) }
}
