import { useTranslations } from 'use-intl'
import { Chip, type Tone } from '#kit/web/chip.tsx'
import { type IconShape, pen, ringClock } from '#kit/web/icons.ts'
import type { ContractStanding } from '../rules.ts'

const chips: Record<Exclude<ContractStanding, 'active'>, { tone: Tone | 'plain'; icon?: IconShape }> = {
  draft: { tone: 'notice', icon: ringClock },
  signature_pending: { tone: 'warning', icon: pen },
  closed: { tone: 'plain' },
}

/** How a contract stands, in words; only what is not normal carries a chip. */
export function Standing({ standing }: { standing: ContractStanding }) {
  const t = useTranslations('contracts.standings')
  if (standing === 'active') return <span className="soft">{t('active')}</span>
  return <Chip {...chips[standing]}>{t(standing)}</Chip>
}
