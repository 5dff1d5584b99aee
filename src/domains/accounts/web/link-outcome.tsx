import { queryOptions } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { SummaryCard } from '#kit/web/display/summary-card.tsx'
import type { Send } from '#kit/web/send.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { LinkOutcome } from '../api.ts'

/** Returns the query for the outcome of the link that this browser followed; null if there is none. */
export function linkOutcomeQuery(send: Send) {
  return queryOptions({
    queryKey: ['accounts', 'link-outcome'],
    queryFn: async ({ signal }): Promise<LinkOutcome | null> => {
      const { readLink } = await import('../api.ts')
      return (await send(readLink, { params: { purpose: 'activation' }, signal })).outcome ?? null
    },
    retry: false,
  })
}

/** Shows what an expired link has done, the status of what it was mailed to sign, and where to continue. */
export function LinkOutcomeCard({ outcome: { used_at, signature } }: { outcome: LinkOutcome }) {
  const t = useTranslations('accounts.outcome')
  const locale = useLocale()
  const at = (instant: string | null | undefined) => (instant ? formatInstant(new Date(instant), locale) : '—')
  const canContinue = signature && (used_at !== null || signature.state === 'waiting' || signature.state === 'signed')
  return (
    <SummaryCard
      isPageTitle
      label={t(used_at ? 'usedTitle' : 'endedTitle')}
      actions={
        <ButtonLink href={canContinue ? `/login?redirectPath=${encodeURIComponent(signature.url)}` : '/login'}>
          {t(signature?.state === 'waiting' ? 'signInToSign' : 'signIn')}
        </ButtonLink>
      }
    >
      {signature && t(`signature.${signature.state}`, { title: signature.title, at: at(signature.signed_at) })}{' '}
      {t(used_at ? 'used' : 'ended', { at: at(used_at) })}
    </SummaryCard>
  )
}
