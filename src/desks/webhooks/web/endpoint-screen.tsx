import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useSentence } from '#desks/common/web/use-sentence.ts'
import { BackLink } from '#kit/web/back-link.tsx'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { useToast } from '#kit/web/toast.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Endpoint } from '../api.ts'
import type { EndpointAct } from './act-dialog.tsx'
import { DeliveriesTable } from './deliveries-table.tsx'
import { deliveriesQuery, endpointQuery, webhooksKey } from './queries.ts'
import { shortUrl } from './short-url.ts'
import { EndpointStanding } from './standing.tsx'

const EndpointDialog = lazy(async () => ({ default: (await import('./endpoint-dialog.tsx')).EndpointDialog }))
const ActDialog = lazy(async () => ({ default: (await import('./act-dialog.tsx')).ActDialog }))

const newest = (id: string) => ({ q: '', endpoint: id, state: 'all', offset: 0 }) as const
const newestShown = 10

export function load({ send, prefetch, params }: LoadContext) {
  const id = params.id!
  return Promise.all([prefetch(endpointQuery(send, id)), prefetch(deliveriesQuery(send, newest(id), newestShown))])
}

/** One system that is told what happens: where it is, how that fares, and what can be done. */
export function EndpointScreen() {
  const t = useTranslations('desk-webhooks')
  const { id } = useParams({ strict: false }) as { id: string }
  const send = useSend()
  const { data: endpoint } = useSuspenseQuery(endpointQuery(send, id))
  const { data: deliveries } = useSuspenseQuery(deliveriesQuery(send, newest(id), newestShown))
  return (
    <>
      <div>
        <BackLink href="/operator/webhooks">{t('endpoint.back')}</BackLink>
        <div className="line">
          <h1>{shortUrl(endpoint.url)}</h1>
          <EndpointStanding off={endpoint.off} />
        </div>
      </div>
      <About endpoint={endpoint} />
      <Acts endpoint={endpoint} />
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

const offWords = { operator: 'endpoint.offOperator', gone: 'endpoint.offGone', failing: 'endpoint.offFailing' } as const

function About({ endpoint }: { endpoint: Endpoint }) {
  const t = useTranslations('desk-webhooks')
  const locale = useLocale()
  const instant = (at: string) => formatInstant(new Date(at), locale)
  const { off, event_types: types, last_delivered_at: last, both_secrets_until: both } = endpoint
  return (
    <>
      {off && (
        <Banner tone={off.reason === 'operator' ? 'notice' : 'negative'}>
          {t(offWords[off.reason], { at: instant(off.at) })}
        </Banner>
      )}
      <Facts>
        <Fact label={t('endpoint.url')}>{endpoint.url}</Fact>
        <Fact label={t('list.description')}>{endpoint.description || '—'}</Fact>
        <Fact label={t('list.events')}>{types ? types.join(', ') : t('list.allEvents')}</Fact>
      </Facts>
      <Facts>
        <Fact label={t('list.waiting')}>{endpoint.waiting}</Fact>
        <Fact label={t('list.failed')}>{endpoint.failed}</Fact>
        <Fact label={t('list.lastDelivered')}>{last ? instant(last) : t('list.never')}</Fact>
        <Fact label={t('endpoint.added')}>{instant(endpoint.created_at)}</Fact>
        {both && <Fact label={t('endpoint.bothSecrets')}>{instant(both)}</Fact>}
      </Facts>
    </>
  )
}

function Acts({ endpoint }: { endpoint: Endpoint }) {
  const t = useTranslations('desk-webhooks.acts')
  const sentenceOf = useSentence('desk-webhooks')
  const send = useSend()
  const client = useQueryClient()
  const toast = useToast()
  const [act, setAct] = useState<EndpointAct | 'change' | null>(null)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => send((await import('../api.ts')).testEndpoint, { params: { id: String(endpoint.id) } }),
    onSuccess: () => toast(t('tested')),
    onSettled: () => client.invalidateQueries({ queryKey: webhooksKey }),
  })
  const close = () => setAct(null)
  const isOn = !endpoint.off
  return (
    <>
      <Failure>{error && sentenceOf(error)}</Failure>
      <div className="line">
        {isOn ? (
          <Button isBusy={isPending} onClick={() => mutate()}>
            {t('test')}
          </Button>
        ) : (
          <Button onClick={() => setAct('on')}>{t('on')}</Button>
        )}
        {isOn && endpoint.failed > 0 && (
          <Button variant="second" onClick={() => setAct('again')}>
            {t('again')}
          </Button>
        )}
        <Button variant="second" onClick={() => setAct('change')}>
          {t('change')}
        </Button>
        <Button variant="second" onClick={() => setAct('rotate')}>
          {t('rotate')}
        </Button>
        {isOn && (
          <Button variant="second" onClick={() => setAct('off')}>
            {t('off')}
          </Button>
        )}
        <Button variant="quiet" onClick={() => setAct('remove')}>
          {t('remove')}
        </Button>
      </div>
      <Suspense>
        {act === 'change' && <EndpointDialog endpoint={endpoint} onClose={close} />}
        {act && act !== 'change' && <ActDialog endpoint={endpoint} act={act} onClose={close} />}
      </Suspense>
    </>
  )
}
