import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { ListFilter } from '#desks/common/web/list-filter.tsx'
import { listViewOf, namedOf, useListView } from '#desks/common/web/list-view.ts'
import { SearchBox } from '#desks/common/web/search-box.tsx'
import { SureButton } from '#desks/common/web/sure-button.tsx'
import { useAct } from '#desks/common/web/use-act.ts'
import { BackLink } from '#kit/web/back-link.tsx'
import { Button } from '#kit/web/button.tsx'
import { DownloadButton } from '#kit/web/download-link.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import type { ReadCampaign } from '../api.ts'
import { downloadCodes } from '../downloads.ts'
import { codeFilters } from '../rules.ts'
import { CampaignChip } from './campaign-chip.tsx'
import { Codes } from './codes.tsx'
import { type CodesView, campaignQuery, campaignsKey, codesQuery } from './queries.ts'
import { useCampaignDays } from './use-campaign-days.ts'

const CampaignDialog = lazy(async () => ({ default: (await import('./campaign-dialog.tsx')).CampaignDialog }))
const IssueDialog = lazy(async () => ({ default: (await import('./issue-dialog.tsx')).IssueDialog }))

export function load({ send, prefetch, params, search }: LoadContext) {
  const id = params.id!
  return Promise.all([prefetch(campaignQuery(send, id)), prefetch(codesQuery(send, id, viewOf(search)))])
}

/** A campaign: its words, days and limit, and each of its codes. */
export function CampaignScreen() {
  const t = useTranslations('desk-coupons')
  const { id } = useParams({ strict: false }) as { id: string }
  const view = useListView(viewOf)
  const { data: campaign } = useSuspenseQuery(campaignQuery(useSend(), id))
  const [open, setOpen] = useState<'campaign' | 'codes' | null>(null)
  const path = `/operator/campaigns/${id}`
  const close = () => setOpen(null)
  return (
    <>
      <div>
        <BackLink href="/operator/campaigns">{t('campaign.back')}</BackLink>
        <div className="line">
          <h1>{campaign.name}</h1>
          {campaign.state !== 'running' && <CampaignChip state={campaign.state} />}
        </div>
      </div>
      <About campaign={campaign} />
      <div className="line">
        <Button variant="second" onClick={() => setOpen('campaign')}>
          {t('campaign.edit')}
        </Button>
        <Switch campaign={campaign} />
      </div>
      <section className="stack" aria-labelledby="codes-title">
        <div className="line">
          <h2 id="codes-title">{t('codes.heading')}</h2>
          {(campaign.state === 'running' || campaign.state === 'planned') && (
            <Button onClick={() => setOpen('codes')}>{t('campaign.issue')}</Button>
          )}
        </div>
        <SearchBox label={t('codes.label')} submit={t('list.find')} value={view.q} path={path}>
          <ListFilter
            name="state"
            label={t('codes.show')}
            value={view.state}
            options={codeFilters.map((state) => ({
              value: state,
              label: state === 'all' ? t('codes.all') : t(`states.${state}`),
            }))}
          />
        </SearchBox>
        <Retryable title={t('list.failedTitle')} words={t('list.failedWords')} resetKey={JSON.stringify(view)}>
          <Codes {...{ id, path, view }} />
        </Retryable>
        <div>
          <DownloadButton call={downloadCodes} params={{ id }}>
            {t('campaign.export')}
          </DownloadButton>
        </div>
      </section>
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

function About({ campaign }: { campaign: ReadCampaign }) {
  const t = useTranslations('desk-coupons')
  const locale = useLocale()
  const daysOf = useCampaignDays()
  const { descriptions, public_code: code, product, issued, redeemed, most_redemptions: most, url } = campaign
  return (
    <>
      <p className="lead">{descriptions[locale] ?? descriptions.es}</p>
      <Facts>
        <Fact label={t('list.publicCode')}>{code}</Fact>
        <Fact label={t('list.product')}>
          {product && <Link href={`/operator/products/${product.id}`}>{product.name}</Link>}
        </Fact>
        <Fact label={t('list.days')}>{daysOf(campaign)}</Fact>
        <Fact label={t('list.issued')}>{issued}</Fact>
        <Fact label={t('list.redeemed')}>
          {most === null ? redeemed : t('list.redeemedOf', { redeemed: String(redeemed), most: String(most) })}
        </Fact>
        {url && <Fact label={t('dialog.url')}>{url}</Fact>}
      </Facts>
    </>
  )
}

/** Switches all codes off, after asking once more, or on again. */
function Switch({ campaign: { id, version, state } }: { campaign: ReadCampaign }) {
  const t = useTranslations('desk-coupons.campaign')
  const send = useSend()
  const { go, isBusy, failure } = useAct({
    desk: 'desk-coupons',
    stale: campaignsKey,
    done: () => t('switched'),
    act: async (active: boolean) =>
      send((await import('../api.ts')).switchCampaign, { params: { id: String(id) }, body: { active, version } }),
  })
  return (
    <>
      <Failure>{failure}</Failure>
      {state === 'off' ? (
        <Button variant="second" isBusy={isBusy} onClick={() => go(true)}>
          {t('on')}
        </Button>
      ) : (
        <SureButton label={t('off')} sure={t('offSure')} isBusy={isBusy} onSure={() => go(false)} />
      )}
    </>
  )
}

function viewOf(search: Search): CodesView {
  return { ...listViewOf(search), state: namedOf(codeFilters, search.state) ?? 'all' }
}
