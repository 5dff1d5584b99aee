import { useTranslations } from 'use-intl'
import { Chip } from '#kit/web/chip.tsx'
import type { ApprovalState } from '../rules.ts'

const tones = {
  requested: 'warning',
  approved: 'positive',
  rejected: 'negative',
  withdrawn: 'plain',
  expired: 'plain',
  failed: 'negative',
} as const

/** How a request stands. */
export function ApprovalStateChip({ state }: { state: ApprovalState }) {
  const t = useTranslations('desk-approvals.states')
  return <Chip tone={tones[state]}>{t(state)}</Chip>
}
