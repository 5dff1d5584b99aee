import { useTranslations } from 'use-intl'
import { Badge } from '#kit/web/display/badge.tsx'
import type { WebhookDelivery, WebhookEndpoint } from '../api.ts'

const tones = { waiting: 'warning', delivered: 'positive', given_up: 'negative', held: 'notice' } as const

/** The state of a delivery. */
export function DeliveryStatusBadge({ state }: Pick<WebhookDelivery, 'state'>) {
  const t = useTranslations('desk-webhooks.states')
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}

/** Whether an endpoint is on; one that was switched off automatically is highlighted. */
export function EndpointStatusBadge({ off }: Pick<WebhookEndpoint, 'off'>) {
  const t = useTranslations('desk-webhooks.list')
  if (!off) return <Badge tone="positive">{t('on')}</Badge>
  return <Badge tone={off.reason === 'operator' ? 'plain' : 'negative'}>{t('off')}</Badge>
}

/** The result of the last attempt: the status code, or why there was no reply. */
export function DeliveryReply({ reply_code: code, failure }: Pick<WebhookDelivery, 'reply_code' | 'failure'>) {
  const t = useTranslations('desk-webhooks.failures')
  return failure ? t(failure) : (code ?? '—')
}
