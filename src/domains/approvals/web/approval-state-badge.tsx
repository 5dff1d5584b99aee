import { useTranslations } from 'use-intl'
import { Badge } from '#kit/web/display/badge.tsx'
import type { ApprovalState } from '../rules.ts'

const tones = {
  requested: 'warning',
  approved: 'positive',
  rejected: 'negative',
  withdrawn: 'plain',
  expired: 'plain',
  failed: 'negative',
} as const

/** The state of an approval request as a badge. */
export function ApprovalStateBadge({ state }: { state: ApprovalState }) {
  const t = useTranslations('desk-approvals.states')
  return <Badge tone={tones[state]}>{t(state)}</Badge>
}
