import { useTranslations } from 'use-intl'
import { Chip } from '#kit/web/chip.tsx'
import type { QueuedChange } from '../api.ts'

const tones = {
  requested: 'warning',
  waiting_for_signature: 'notice',
  sent: 'warning',
  done: 'positive',
  refused: 'plain',
} as const

/** How a change stands; what waits for the retailer stands out. */
export function Standing({ state }: Pick<QueuedChange, 'state'>) {
  const t = useTranslations('desk-requests.states')
  return <Chip tone={tones[state]}>{t(state)}</Chip>
}
