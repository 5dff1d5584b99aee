import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useErrorText } from '#kit/backoffice/web/use-error-text.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { WebhookEndpoint } from '../api.ts'
import { DeliveriesTable } from './deliveries-table.tsx'
import type { EndpointAction } from './endpoint-action-dialog.tsx'
import { deliveriesQuery, endpointQuery, webhooksKey } from './queries.ts'
import { shortenUrl } from './shorten-url.ts'
import { EndpointStatusBadge } from './webhook-status-badges.tsx'

const EndpointDialog = lazyPart(async () => (await import('./endpoint-dialog.tsx')).EndpointDialog)
const ActDialog = lazyPart(async () => (await import('./endpoint-action-dialog.tsx')).EndpointActionDialog)

const newestDeliveriesView = (id: string) => ({ q: '', endpoint: Number(id), state: 'all', offset: 0 }) as const
const maxNewestDeliveries = 10

export function load({ send, prefetch, params }: LoadContext) {
  const id = params.id!
  return Promise.all([
    prefetch(endpointQuery(send, id)),
    prefetch(deliveriesQuery(send, newestDeliveriesView(id), maxNewestDeliveries)),
  ])
}

/** One endpoint: its address, delivery statistics and actions. */
export function EndpointScreen() {
  const t = useTranslations('desk-webhooks')
  const { id } = useParams({ strict: false }) as { id: string }
  const send = useSend()
  const { data: endpoint } = useSuspenseQuery(endpointQuery(send, id))
  const { data: deliveries } = useSuspenseQuery(deliveriesQuery(send, newestDeliveriesView(id), maxNewestDeliveries))
  return (
    <>
      <div>
        <BackLink href="/operator/webhooks">{t('endpoint.back')}</BackLink>
        <div className="line">
          <h1>{shortenUrl(endpoint.url)}</h1>
          <EndpointStatusBadge off={endpoint.off} />
        </div>
      </div>
      <EndpointFacts endpoint={endpoint} />
      <EndpointActions endpoint={endpoint} />
      <section className="stack" aria-labelledby="deliveries-title">
        <h2 id="deliveries-title">{t('deliveries.title')}</h2>
        {deliveries.items.length ? (
          <DeliveriesTable rows={deliveries.items} isOfOne />
        ) : (
          <p className="soft">{t('list.never')}</p>
        )}
        <p>
          <Link href={`/operator/webhooks/deliveries?endpoint=${id}`}>{t('list.deliveries')}</Link>
        </p>
      </section>
    </>
  )
}

const offReasonKeys = {
  operator: 'endpoint.offOperator',
  gone: 'endpoint.offGone',
  failing: 'endpoint.offFailing',
} as const

function EndpointFacts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useTranslations('desk-webhooks')
  const locale = useLocale()
  const instant = (at: string) => formatInstant(new Date(at), locale)
  const { off, event_types: types, last_delivered_at: last, both_secrets_until: both } = endpoint
  return (
    <>
      {off && (
        <Banner tone={off.reason === 'operator' ? 'notice' : 'negative'}>
          {t(offReasonKeys[off.reason], { at: instant(off.at) })}
        </Banner>
      )}
      <DescriptionList>
        <DescriptionItem label={t('endpoint.url')}>{endpoint.url}</DescriptionItem>
        <DescriptionItem label={t('list.description')}>{endpoint.description || '—'}</DescriptionItem>
        <DescriptionItem label={t('list.events')}>{types ? types.join(', ') : t('list.allEvents')}</DescriptionItem>
      </DescriptionList>
      <DescriptionList>
        <DescriptionItem label={t('list.waiting')}>{endpoint.waiting}</DescriptionItem>
        <DescriptionItem label={t('list.failed')}>{endpoint.failed}</DescriptionItem>
        <DescriptionItem label={t('list.lastDelivered')}>{last ? instant(last) : t('list.never')}</DescriptionItem>
        <DescriptionItem label={t('endpoint.added')}>{instant(endpoint.created_at)}</DescriptionItem>
        {both && <DescriptionItem label={t('endpoint.bothSecrets')}>{instant(both)}</DescriptionItem>}
      </DescriptionList>
    </>
  )
}

function EndpointActions({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useTranslations('desk-webhooks.acts')
  const failureText = useErrorText('desk-webhooks')
  const send = useSend()
  const client = useQueryClient()
  const toast = useToast()
  const [openAction, setOpenAction] = useState<EndpointAction | 'change' | null>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => send((await import('../api.ts')).testEndpoint, { params: { id: String(endpoint.id) } }),
    onSuccess: () => toast(t('tested')),
    onSettled: () => client.invalidateQueries({ queryKey: webhooksKey }),
  })
  const close = () => setOpenAction(null)
  const isOn = !endpoint.off
  return (
    <>
      <ErrorBanner>{error && failureText(error)}</ErrorBanner>
      <div className="line">
        {isOn ? (
          <Button isBusy={isPending} onClick={() => mutate()}>
            {t('test')}
          </Button>
        ) : (
          <Button onClick={() => setOpenAction('on')}>{t('on')}</Button>
        )}
        {isOn && endpoint.failed > 0 && (
          <Button variant="second" onClick={() => setOpenAction('again')}>
            {t('again')}
          </Button>
        )}
        <Button variant="second" onClick={() => setOpenAction('change')}>
          {t('change')}
        </Button>
        <Button variant="second" onClick={() => setOpenAction('rotate')}>
          {t('rotate')}
        </Button>
        {isOn && (
          <Button variant="second" onClick={() => setOpenAction('off')}>
            {t('off')}
          </Button>
        )}
        <Button variant="quiet" onClick={() => setOpenAction('remove')}>
          {t('remove')}
        </Button>
      </div>
      <Suspense>
        {openAction === 'change' && <EndpointDialog endpoint={endpoint} onClose={close} />}
        {openAction && openAction !== 'change' && <ActDialog endpoint={endpoint} action={openAction} onClose={close} />}
      </Suspense>
    </>
  )
}
