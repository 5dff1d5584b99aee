import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListPager } from '#desks/common/web/list-pager.tsx'
import { offsetOf } from '#desks/common/web/offset-of.ts'
import { SearchBox } from '#desks/common/web/search-box.tsx'
import { Empty } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { plus } from '#kit/web/icons.ts'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
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
  const view = viewOf(useSearch({ strict: false }) as Search)
  const [edited, setEdited] = useState<Member | 'new' | null>(null)
  return (
    <>
      <div className="line">
        <h1>{t('title')}</h1>
        <Button icon={plus} onClick={() => setEdited('new')}>
          {t('add')}
        </Button>
      </div>
      <p className="lead">{t('about')}</p>
      <Tabs
        label={t('kinds')}
        tabs={marketLists.map((list) => ({ key: list, label: t(list), href: `${path}?list=${list}` }))}
        current={view.list}
      />
      <SearchBox label={t('label')} submit={t('find')} value={view.q} path={path}>
        <input type="hidden" name="list" value={view.list} />
      </SearchBox>
      <Retryable title={t('failedTitle')} words={t('failedWords')} resetKey={JSON.stringify(view)}>
        <Listed view={view} onEdit={setEdited} />
      </Retryable>
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
  if (!data.items.length)
    return (
      <Empty kind="filtered" title={t('noneTitle')}>
        {t('noneWords')}
      </Empty>
    )
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
  const { list, q, offset } = view
  return (
    <>
      <Table caption={t('caption', { list: t(list) })} columns={columns} rows={data.items} rowKey={({ id }) => id} />
      <ListPager path={path} view={{ list, q }} offset={offset} total={data.total} />
    </>
  )
}

function viewOf(search: Search): MarketView {
  return {
    list: marketLists.find((list) => list === search.list) ?? 'electricity',
    q: search.q?.trim() ?? '',
    offset: offsetOf(search),
  }
}
