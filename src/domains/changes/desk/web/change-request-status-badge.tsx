import { useTranslations } from 'use-intl'
import { Badge } from '#kit/web/display/badge.tsx'
import type { ListedChangeRequest } from '../api.ts'

const tones = {
  requested: 'warning',
  waiting_for_signature: 'notice',
  sent: 'warning',
  done: 'positive',
  refused: 'plain',
} as const

/** The state of a change; those that await the retailer are highlighted. */
export function ChangeRequestStatusBadge({ state }: Pick<ListedChangeRequest, 'state'>) {
  const t = useTranslations('desk-changes.states')
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}
