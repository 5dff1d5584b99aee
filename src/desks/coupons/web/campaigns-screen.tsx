import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListPager } from '#desks/common/web/list-pager.tsx'
import { offsetOf } from '#desks/common/web/offset-of.ts'
import { SearchBox } from '#desks/common/web/search-box.tsx'
import { Empty } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { plus } from '#kit/web/icons.ts'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import type { ListedCampaign } from '../api.ts'
import { CampaignChip } from './campaign-chip.tsx'
import { campaignsQuery } from './queries.ts'
import { useCampaignDays } from './use-campaign-days.ts'

const CampaignDialog = lazy(async () => ({ default: (await import('./campaign-dialog.tsx')).CampaignDialog }))

const path = '/operator/campaigns'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(campaignsQuery(send, viewOf(search)))
}

/** The campaigns whose codes newcomers may type, with how often they have. */
export function CampaignsScreen() {
  const t = useTranslations('desk-coupons.list')
  const view = viewOf(useSearch({ strict: false }) as Search)
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <div className="line">
        <h1>{t('title')}</h1>
        <Button icon={plus} onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      </div>
      <p className="lead">{t('about')}</p>
      <SearchBox label={t('label')} submit={t('find')} value={view.q} path={path} />
      <Retryable title={t('failedTitle')} words={t('failedWords')} resetKey={JSON.stringify(view)}>
        <Found {...view} />
      </Retryable>
      {isAdding && (
        <Suspense>
          <CampaignDialog campaign={null} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}

function Found({ q, offset }: { q: string; offset: number }) {
  const t = useTranslations('desk-coupons.list')
  const daysOf = useCampaignDays()
  const { data } = useSuspenseQuery(campaignsQuery(useSend(), { q, offset }))
  if (!data.items.length)
    return (
      <Empty kind="filtered" title={t('noneTitle')}>
        {t('noneWords')}
      </Empty>
    )
  const columns: Column<ListedCampaign>[] = [
    {
      key: 'name',
      header: t('name'),
      kind: 'name',
      place: 'title',
      cell: ({ id, name }) => <Link href={`${path}/${id}`}>{name}</Link>,
    },
    { key: 'state', header: t('state'), place: 'titleEnd', cell: ({ state }) => <CampaignChip state={state} /> },
    { key: 'code', header: t('publicCode'), place: 'second', cell: ({ public_code: code }) => code ?? '—' },
    { key: 'product', header: t('product'), cell: ({ product }) => product?.name ?? '—' },
    { key: 'days', header: t('days'), place: 'note', cell: daysOf },
    { key: 'issued', header: t('issued'), kind: 'number', cell: ({ issued }) => issued },
    {
      key: 'redeemed',
      header: t('redeemed'),
      kind: 'number',
      cell: ({ redeemed, most_redemptions: most }) =>
        most === null ? redeemed : t('redeemedOf', { redeemed: String(redeemed), most: String(most) }),
    },
  ]
  return (
    <>
      <Table caption={t('caption')} columns={columns} rows={data.items} rowKey={({ id }) => id} />
      <ListPager path={path} view={{ q }} offset={offset} total={data.total} />
    </>
  )
}

function viewOf(search: Search) {
  return { q: search.q?.trim() ?? '', offset: offsetOf(search) }
}
