import { useLocale, useTranslations } from 'use-intl'
import { Empty } from '#kit/web/absence.tsx'
import { ButtonLink } from '#kit/web/button.tsx'
import { formatDay } from '#vocabulary/format.ts'
import { madridClock } from '#vocabulary/madrid-clock.ts'
import type { Signature } from '../api.ts'
import { contractAddress } from './signature-head.tsx'

/** Why it can no longer be signed, and where it can be asked for again. */
export function Ended({ signature: { state, expires_at, contract } }: { signature: Signature }) {
  const t = useTranslations('signatures')
  const locale = useLocale()
  const day = formatDay(madridClock(new Date(expires_at)).day, locale)
  const end = state === 'cancelled' ? 'cancelled' : 'expired'
  return (
    <Empty
      title={t(`${end}.title`)}
      action={
        <ButtonLink href={contract ? contractAddress(contract) : '/'}>
          {t(contract ? 'signed.contract' : 'signed.home')}
        </ButtonLink>
      }
    >
      {t(`${end}.words`, { day })}
    </Empty>
  )
}
