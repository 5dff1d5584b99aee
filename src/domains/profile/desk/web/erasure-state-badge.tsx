import { useTranslations } from 'use-intl'
import { Badge } from '#kit/web/display/badge.tsx'
import type { ListedErasure } from '../api.ts'

const tones = {
  requested: 'warning',
  in_review: 'notice',
  done: 'positive',
  partly_done: 'positive',
  refused: 'plain',
  withdrawn: 'plain',
} as const

/** The state of an erasure request; open ones are highlighted. */
export function ErasureStateBadge({ state }: Pick<ListedErasure, 'state'>) {
  const t = useTranslations('desk-profile.states')
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}
