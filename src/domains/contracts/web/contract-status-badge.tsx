import { useTranslations } from 'use-intl'
import { Badge, type Tone } from '#kit/web/display/badge.tsx'
import { type IconShape, pen, ringClock } from '#kit/web/graphics/icons.ts'
import type { ContractStatus } from '../rules.ts'

const statusBadges: Record<Exclude<ContractStatus, 'active'>, { tone: Tone | 'plain'; icon?: IconShape }> = {
  draft: { tone: 'notice', icon: ringClock },
  signature_pending: { tone: 'warning', icon: pen },
  closed: { tone: 'plain' },
}

/** The status of a contract as text; only an unusual status is a badge. */
export function ContractStatusBadge({ status }: { status: ContractStatus }) {
  const t = useTranslations('contracts.statuses')
  if (status === 'active') return <span className="soft">{t('active')}</span>
  return <Badge {...statusBadges[status]}>{t(status)}</Badge>
}
