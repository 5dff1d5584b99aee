import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import { pendingSignaturesQuery } from './queries.ts'
import { contractsOf } from './signature-contracts.ts'

/** Links to the pending signatures of one contract, or of all. Empty while they load, and if they cannot be loaded. */
export function PendingSignatures({ contractName }: { contractName?: string }) {
  const t = useTranslations('signatures.pending')
  const locale = useLocale()
  const { data = [] } = useQuery(pendingSignaturesQuery(useSend()))
  const shown = data.filter(
    (pending) => contractName === undefined || contractsOf(pending).some(({ name }) => name === contractName),
  )
  return shown.map(({ id, title, expires_at }) => (
    <Banner
      key={id}
      tone="warning"
      action={
        <ButtonLink variant="second" isSmall href={`/signature/${id}`}>
          {t('sign')}
        </ButtonLink>
      }
    >
      {t('text', { title, day: formatDay(readMadridClock(new Date(expires_at)).day, locale) })}
    </Banner>
  ))
}
