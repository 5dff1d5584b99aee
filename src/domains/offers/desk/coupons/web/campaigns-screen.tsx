import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { DeskList } from '#kit/backoffice/web/desk-list.tsx'
import { ListTable } from '#kit/backoffice/web/list-table.tsx'
import { type ListView, listViewOf, useListView } from '#kit/backoffice/web/list-view.ts'
import { Button } from '#kit/web/action/button.tsx'
import { plus } from '#kit/web/graphics/icons.ts'
import type { Column } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import type { ListedCampaign } from '../api.ts'
import { CampaignStateBadge } from './campaign-state-badge.tsx'
import { campaignsQuery } from './queries.ts'
import { useCampaignDaysText } from './use-campaign-days-text.ts'

const CampaignDialog = lazy(async () => ({ default: (await import('./campaign-dialog.tsx')).CampaignDialog }))

const path = '/operator/campaigns'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(campaignsQuery(send, listViewOf(search)))
}

/** The campaigns for new customers, with the number of redemptions. */
export function CampaignsScreen() {
  const t = useTranslations('desk-coupons.list')
  const view = useListView(listViewOf)
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <DeskList
        {...{ path, view }}
        texts={t}
        about={t('about')}
        action={
          <Button icon={plus} onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        }
      >
        <CampaignsTable view={view} />
      </DeskList>
      {isAdding && (
        <Suspense>
          <CampaignDialog campaign={null} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  )
}

function CampaignsTable({ view }: { view: ListView }) {
  const t = useTranslations('desk-coupons.list')
  const daysOf = useCampaignDaysText()
  const { data } = useSuspenseQuery(campaignsQuery(useSend(), view))
  const columns: Column<ListedCampaign>[] = [
    {
      key: 'name',
      header: t('name'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ id, name }) => <Link href={`${path}/${id}`}>{name}</Link>,
    },
    {
      key: 'state',
      header: t('state'),
      listPosition: 'titleEnd',
      cell: ({ state }) => <CampaignStateBadge state={state} />,
    },
    { key: 'code', header: t('publicCode'), listPosition: 'second', cell: ({ public_code: code }) => code ?? '—' },
    { key: 'product', header: t('product'), cell: ({ product }) => product?.name ?? '—' },
    { key: 'days', header: t('days'), listPosition: 'note', cell: daysOf },
    { key: 'issued', header: t('issued'), kind: 'number', cell: ({ issued }) => issued },
    {
      key: 'redeemed',
      header: t('redeemed'),
      kind: 'number',
      cell: ({ redeemed, most_redemptions: most }) =>
        most === null ? redeemed : t('redeemedOf', { redeemed: String(redeemed), most: String(most) }),
    },
  ]
  return <ListTable {...{ path, view, columns }} texts={t} page={data} rowKey={({ id }) => id} />
}
