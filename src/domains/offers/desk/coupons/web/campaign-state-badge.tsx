import { useTranslations } from 'use-intl'
import { Badge } from '#kit/web/display/badge.tsx'
import type { ListedCampaign } from '../api.ts'

const tones = { planned: 'warning', ended: 'plain', off: 'plain' } as const

/** The state of a campaign. Running is the normal state and is shown as plain text. */
export function CampaignStateBadge({ state }: { state: ListedCampaign['state'] }) {
  const t = useTranslations('desk-coupons.campaigns')
  return state === 'running' ? t(state) : <Badge tone={tones[state]}>{t(state)}</Badge>
}
