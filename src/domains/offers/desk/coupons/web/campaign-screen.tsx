import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { ConfirmButton } from '#kit/backoffice/web/confirm-button.tsx'
import { loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListSection } from '#kit/backoffice/web/list-section.tsx'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Button } from '#kit/web/action/button.tsx'
import { DownloadButton } from '#kit/web/action/download-link.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import type { CampaignDetails } from '../api.ts'
import { downloadCodes } from '../downloads.ts'
import { CampaignStateBadge } from './campaign-state-badge.tsx'
import { codesListOf } from './codes-list.tsx'
import { campaignQuery, campaignsKey } from './queries.ts'
import { useCampaignDaysText } from './use-campaign-days-text.ts'

const CampaignDialog = lazyPart(async () => (await import('./campaign-dialog.tsx')).CampaignDialog)
const IssueDialog = lazyPart(async () => (await import('./issue-codes-dialog.tsx')).IssueCodesDialog)

export function load(context: LoadContext) {
  const { send, prefetch, params } = context
  const id = params.id!
  return Promise.all([prefetch(campaignQuery(send, id)), loadListPage(codesListOf(id))(context)])
}

/** A campaign with its texts, days and limit, and its codes. */
export function CampaignScreen() {
  const t = useTranslations('desk-coupons')
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: campaign } = useSuspenseQuery(campaignQuery(useSend(), id))
  const [open, setOpen] = useState<'campaign' | 'codes' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <div>
        <BackLink href="/operator/campaigns">{t('campaign.back')}</BackLink>
        <div className="line">
          <h1>{campaign.name}</h1>
          {campaign.state !== 'running' && <CampaignStateBadge state={campaign.state} />}
        </div>
      </div>
      <CampaignFacts campaign={campaign} />
      <div className="line">
        <Button variant="second" onClick={() => setOpen('campaign')}>
          {t('campaign.edit')}
        </Button>
        <CampaignSwitch campaign={campaign} />
      </div>
      <CampaignCodes campaign={campaign} onIssue={() => setOpen('codes')} />
      {open && (
        <Suspense>
          {open === 'campaign' ? (
            <CampaignDialog campaign={campaign} onClose={close} />
          ) : (
            <IssueDialog id={id} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  )
}

function CampaignFacts({ campaign }: { campaign: CampaignDetails }) {
  const t = useTranslations('desk-coupons')
  const locale = useLocale()
  const daysOf = useCampaignDaysText()
  const { descriptions, public_code: code, product, issued, redeemed, most_redemptions: most, url } = campaign
  return (
    <>
      <p className="lead">{descriptions[locale] ?? descriptions.es}</p>
      <DescriptionList>
        <DescriptionItem label={t('list.publicCode')}>{code}</DescriptionItem>
        <DescriptionItem label={t('list.product')}>
          {product && <Link href={`/operator/products/${product.id}`}>{product.name}</Link>}
        </DescriptionItem>
        <DescriptionItem label={t('list.days')}>{daysOf(campaign)}</DescriptionItem>
        <DescriptionItem label={t('list.issued')}>{issued}</DescriptionItem>
        <DescriptionItem label={t('list.redeemed')}>
          {most === null ? redeemed : t('list.redeemedOf', { redeemed: String(redeemed), most: String(most) })}
        </DescriptionItem>
        {url && <DescriptionItem label={t('dialog.url')}>{url}</DescriptionItem>}
      </DescriptionList>
    </>
  )
}

/** Deactivates all codes after confirmation, or activates them again. */
function CampaignSwitch({ campaign: { id, version, state } }: { campaign: CampaignDetails }) {
  const t = useTranslations('desk-coupons.campaign')
  const send = useSend()
  const { run, isBusy, failure } = useAction({
    desk: 'desk-coupons',
    invalidatedKey: campaignsKey,
    successMessage: () => t('switched'),
    action: async (active: boolean) =>
      send((await import('../api.ts')).switchCampaign, { params: { id: String(id) }, body: { active, version } }),
  })
  return (
    <>
      <ErrorBanner>{failure}</ErrorBanner>
      {state === 'off' ? (
        <Button variant="second" isBusy={isBusy} onClick={() => run(true)}>
          {t('on')}
        </Button>
      ) : (
        <ConfirmButton label={t('off')} confirmLabel={t('offSure')} isBusy={isBusy} onConfirm={() => run(false)} />
      )}
    </>
  )
}

function CampaignCodes({ campaign, onIssue }: { campaign: CampaignDetails; onIssue: () => void }) {
  const t = useTranslations('desk-coupons')
  const id = String(campaign.id)
  return (
    <section className="stack" aria-labelledby="codes-title">
      <div className="line">
        <h2 id="codes-title">{t('codes.heading')}</h2>
        {(campaign.state === 'running' || campaign.state === 'planned') && (
          <Button onClick={onIssue}>{t('campaign.issue')}</Button>
        )}
      </div>
      <ListSection page={codesListOf(id)} />
      <div>
        <DownloadButton call={downloadCodes} params={{ id }}>
          {t('campaign.export')}
        </DownloadButton>
      </div>
    </section>
  )
}
