import { useTranslations } from 'use-intl'
import { Chip } from '#kit/web/chip.tsx'
import { lock, ringClock } from '#kit/web/icons.ts'
import type { WalletStanding } from '../rules.ts'

const icons = { locked: lock, not_started: ringClock, ended: undefined }

/** How a share in a wallet stands, in words; only what is not normal carries a chip. */
export function ShareStanding({ standing }: { standing: WalletStanding }) {
  const t = useTranslations('batteries.standings')
  if (standing === 'active') return <span className="soft">{t('active')}</span>
  return (
    <Chip tone={standing === 'not_started' ? 'notice' : 'plain'} icon={icons[standing]}>
      {t(standing)}
    </Chip>
  )
}
