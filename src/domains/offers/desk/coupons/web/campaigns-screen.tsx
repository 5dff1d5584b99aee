import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { useOpenDialog } from '#kit/backoffice/web/use-open-dialog.ts'
import { Button } from '#kit/web/action/button.tsx'
import { plus } from '#kit/web/graphics/icons.ts'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import type { ListedCampaign } from '../api.ts'
import { CampaignStateBadge } from './campaign-state-badge.tsx'
import { campaignsQuery } from './queries.ts'
import { useCampaignDaysText } from './use-campaign-days-text.ts'

const CampaignDialog = lazyPart(async () => (await import('./campaign-dialog.tsx')).CampaignDialog)

/** The campaigns for new customers, with the number of redemptions. */
const campaignsPage = listPage({
  path: '/operator/campaigns',
  texts: 'desk-coupons.list',
  query: campaignsQuery,
  useControls: () => useOpenDialog<'new'>(),
  action: ({ t, controls }) => (
    <Button icon={plus} onClick={() => controls.open('new')}>
      {t('add')}
    </Button>
  ),
  columns: [
    { header: 'name', kind: 'name', listPosition: 'title', cell: ({ name }) => name },
    { header: 'state', listPosition: 'titleEnd', cell: ({ state }) => <CampaignStateBadge state={state} /> },
    { header: 'publicCode', listPosition: 'second', cell: ({ public_code: code }) => code ?? '—' },
    { header: 'product', cell: ({ product }) => product?.name ?? '—' },
    { header: 'days', listPosition: 'note', cell: (campaign) => <CampaignDays campaign={campaign} /> },
    { header: 'issued', kind: 'number', cell: ({ issued }) => issued },
    {
      header: 'redeemed',
      kind: 'number',
      cell: ({ redeemed, most_redemptions: most }, { t }) =>
        most === null ? redeemed : t('redeemedOf', { redeemed: String(redeemed), most: String(most) }),
    },
  ],
  rowKey: ({ id }) => id,
  opens: ({ id }) => `/operator/campaigns/${id}`,
  dialog: ({ controls: { edit, close } }) => edit && <CampaignDialog campaign={null} onClose={close} />,
})

export const load = loadListPage(campaignsPage)

export function CampaignsScreen() {
  return <ListPageView page={campaignsPage} />
}

function CampaignDays({ campaign }: { campaign: ListedCampaign }) {
  return useCampaignDaysText()(campaign)
}
