import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { useSentence } from '#desks/common/web/use-sentence.ts'
import { BackLink } from '#kit/web/back-link.tsx'
import { Button } from '#kit/web/button.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { useToast } from '#kit/web/toast.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import { deliveryQuery, webhooksKey } from './queries.ts'
import { shortUrl } from './short-url.ts'
import { Answer, DeliveryStanding } from './standing.tsx'
import { Tries } from './tries.tsx'
import styles from './webhooks.module.css'

export function load({ send, prefetch, params }: LoadContext) {
  return prefetch(deliveryQuery(send, params.id!))
}

/** One event on its way to one system: what is sent, what came back of each try, and when the next one begins. */
export function DeliveryScreen() {
  const t = useTranslations('desk-webhooks')
  const locale = useLocale()
  const { id } = useParams({ strict: false }) as { id: string }
  const { data: delivery } = useSuspenseQuery(deliveryQuery(useSend(), id))
  const { endpoint, type, last_try_at: last, next_try_at: next } = delivery
  const instant = (at: string) => formatInstant(new Date(at), locale)
  return (
    <>
      <div>
        <BackLink href="/operator/webhooks/deliveries">{t('delivery.back')}</BackLink>
        <div className="line">
          <h1>{type}</h1>
          <DeliveryStanding state={delivery.state} />
        </div>
      </div>
      <Facts>
        <Fact label={t('deliveries.happened')}>{instant(delivery.happened_at)}</Fact>
        <Fact label={t('deliveries.endpoint')}>
          <Link href={`/operator/webhooks/${endpoint.id}`}>{shortUrl(endpoint.url)}</Link>
        </Fact>
        <Fact label={t('delivery.id')}>{delivery.event_id}</Fact>
      </Facts>
      <Facts>
        <Fact label={t('deliveries.tries')}>{delivery.tries}</Fact>
        <Fact label={t('delivery.lastTry')}>{last && instant(last)}</Fact>
        <Fact label={t('deliveries.answer')}>
          <Answer {...delivery} />
        </Fact>
        <Fact label={t('deliveries.next')}>{next && instant(next)}</Fact>
      </Facts>
      {!endpoint.is_off && <Again id={id} />}
      <section className="stack" aria-labelledby="sent-title">
        <h2 id="sent-title">{t('delivery.sent')}</h2>
        <pre className={styles.text}>{JSON.stringify(JSON.parse(delivery.body), null, 2)}</pre>
      </section>
      <Tries tries={delivery.history} />
    </>
  )
}

function Again({ id }: { id: string }) {
  const t = useTranslations('desk-webhooks.delivery')
  const sentenceOf = useSentence('desk-webhooks')
  const send = useSend()
  const client = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => send((await import('../api.ts')).redeliver, { params: { id } }),
    onSuccess: () => toast(t('sentAgain')),
    onSettled: () => client.invalidateQueries({ queryKey: webhooksKey }),
  })
  return (
    <>
      <Failure>{error && sentenceOf(error)}</Failure>
      <div className="line">
        <Button variant="second" isBusy={isPending} onClick={() => mutate()}>
          {t('again')}
        </Button>
      </div>
    </>
  )
}
