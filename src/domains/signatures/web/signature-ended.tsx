import { useLocale, useTranslations } from 'use-intl'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { contractAddress } from '#vocabulary/contract-address.ts'
import { formatDay } from '#vocabulary/format.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import type { Signature } from '../api.ts'

/** Explains why a document can no longer be signed, and links to where it can be requested again. */
export function SignatureEnded({ signature: { state, expires_at, contract } }: { signature: Signature }) {
  const t = useTranslations('signatures')
  const locale = useLocale()
  const day = formatDay(readMadridClock(new Date(expires_at)).day, locale)
  const end = state === 'cancelled' ? 'cancelled' : 'expired'
  return (
    <EmptyState
      title={t(`${end}.title`)}
      action={
        <ButtonLink href={contract ? contractAddress({ energy: contract.type, name: contract.name }) : '/'}>
          {t(contract ? 'signed.contract' : 'signed.home')}
        </ButtonLink>
      }
    >
      {t(`${end}.text`, { day })}
    </EmptyState>
  )
}
