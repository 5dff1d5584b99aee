import { useTranslations } from 'use-intl'
import { Chip } from '#kit/web/chip.tsx'
import type { ListedCampaign } from '../api.ts'

const tones = { planned: 'warning', ended: 'plain', off: 'plain' } as const

/** Whether the codes of a campaign can be used: what runs is normal, so it is plain text. */
export function CampaignChip({ state }: { state: ListedCampaign['state'] }) {
  const t = useTranslations('desk-coupons.campaigns')
  return state === 'running' ? t(state) : <Chip tone={tones[state]}>{t(state)}</Chip>
}
