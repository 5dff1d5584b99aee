import { useTranslations } from 'use-intl'
import { Chip } from '#kit/web/chip.tsx'
import type { Delivery, Endpoint } from '../api.ts'

const tones = { waiting: 'warning', delivered: 'positive', given_up: 'negative', held: 'notice' } as const

/** How a delivery stands. */
export function DeliveryStanding({ state }: Pick<Delivery, 'state'>) {
  const t = useTranslations('desk-webhooks.states')
  return <Chip tone={tones[state]}>{t(state)}</Chip>
}

/** Whether an endpoint is told; one that was switched off by no one stands out. */
export function EndpointStanding({ off }: Pick<Endpoint, 'off'>) {
  const t = useTranslations('desk-webhooks.list')
  if (!off) return <Chip tone="positive">{t('on')}</Chip>
  return <Chip tone={off.reason === 'operator' ? 'plain' : 'negative'}>{t('off')}</Chip>
}

/** What came back of the last try: the code of the reply, or why there was none. */
export function Answer({ reply_code: code, failure }: Pick<Delivery, 'reply_code' | 'failure'>) {
  const t = useTranslations('desk-webhooks.failures')
  return failure ? t(failure) : (code ?? '—')
}
