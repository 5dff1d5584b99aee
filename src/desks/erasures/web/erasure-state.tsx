import { useTranslations } from 'use-intl'
import { Chip } from '#kit/web/chip.tsx'
import type { ListedErasure } from '../api.ts'

const tones = {
  requested: 'warning',
  in_review: 'notice',
  done: 'positive',
  partly_done: 'positive',
  refused: 'plain',
  withdrawn: 'plain',
} as const

/** How a request of erasure stands; what waits for an answer stands out. */
export function ErasureState({ state }: Pick<ListedErasure, 'state'>) {
  const t = useTranslations('desk-erasures.states')
  return <Chip tone={tones[state]}>{t(state)}</Chip>
}
