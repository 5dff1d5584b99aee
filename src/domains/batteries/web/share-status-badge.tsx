import { useTranslations } from 'use-intl'
import { Badge } from '#kit/web/display/badge.tsx'
import { lock, ringClock } from '#kit/web/graphics/icons.ts'
import type { ShareStatus } from '../rules.ts'

const icons = { locked: lock, not_started: ringClock, ended: undefined }

/** Shows the status of a share in a battery as text; only an unusual status gets a badge. */
export function ShareStatusBadge({ status }: { status: ShareStatus }) {
  const t = useTranslations('batteries.statuses')
  if (status === 'active') return <span className="soft">{t('active')}</span>
  return (
    <Badge tone={status === 'not_started' ? 'notice' : 'plain'} icon={icons[status]}>
      {t(status)}
    </Badge>
  )
}
