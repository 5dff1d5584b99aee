import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { useErrorText } from '#kit/backoffice/web/use-error-text.ts'
import { Button } from '#kit/web/action/button.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { useToast } from '#kit/web/overlay/toast.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import { deliveryQuery, webhooksKey } from './queries.ts'
import { shortenUrl } from './shorten-url.ts'
import { TriesSection } from './tries-section.tsx'
import { DeliveryReply, DeliveryStatusBadge } from './webhook-status-badges.tsx'
import styles from './webhooks.module.css'

export function load({ send, prefetch, params }: LoadContext) {
  return prefetch(deliveryQuery(send, params.id!))
}

/** One delivery: the body, the reply to each attempt, and the time of the next one. */
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
          <DeliveryStatusBadge state={delivery.state} />
        </div>
      </div>
      <DescriptionList>
        <DescriptionItem label={t('deliveries.happened')}>{instant(delivery.happened_at)}</DescriptionItem>
        <DescriptionItem label={t('deliveries.endpoint')}>
          <Link href={`/operator/webhooks/${endpoint.id}`}>{shortenUrl(endpoint.url)}</Link>
        </DescriptionItem>
        <DescriptionItem label={t('delivery.id')}>{delivery.event_id}</DescriptionItem>
      </DescriptionList>
      <DescriptionList>
        <DescriptionItem label={t('deliveries.tries')}>{delivery.tries}</DescriptionItem>
        <DescriptionItem label={t('delivery.lastTry')}>{last && instant(last)}</DescriptionItem>
        <DescriptionItem label={t('deliveries.answer')}>
          <DeliveryReply {...delivery} />
        </DescriptionItem>
        <DescriptionItem label={t('deliveries.next')}>{next && instant(next)}</DescriptionItem>
      </DescriptionList>
      {!endpoint.is_off && <RedeliverButton id={id} />}
      <section className="stack" aria-labelledby="sent-title">
        <h2 id="sent-title">{t('delivery.sent')}</h2>
        <pre className={styles.text}>{JSON.stringify(JSON.parse(delivery.body), null, 2)}</pre>
      </section>
      <TriesSection tries={delivery.history} />
    </>
  )
}

function RedeliverButton({ id }: { id: string }) {
  const t = useTranslations('desk-webhooks.delivery')
  const failureText = useErrorText('desk-webhooks')
  const send = useSend()
  const client = useQueryClient()
  const toast = useToast()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => send((await import('../api.ts')).redeliverDelivery, { params: { id } }),
    onSuccess: () => toast(t('sentAgain')),
    onSettled: () => client.invalidateQueries({ queryKey: webhooksKey }),
  })
  return (
    <>
      <ErrorBanner>{error && failureText(error)}</ErrorBanner>
      <div className="line">
        <Button variant="second" isBusy={isPending} onClick={() => mutate()}>
          {t('again')}
        </Button>
      </div>
    </>
  )
}
