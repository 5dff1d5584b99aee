import { queryOptions } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { ButtonLink } from '#kit/web/button.tsx'
import { Plate } from '#kit/web/plate.tsx'
import type { Send } from '#kit/web/send.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { LinkOutcome } from '../api.ts'

/** What became of the link that this browser came by; null where it is not known. */
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

/** What a link has done that opens nothing any more, how what it was mailed to sign stands, and where one goes on. */
export function LinkOutcomePlate({ outcome: { used_at, signature } }: { outcome: LinkOutcome }) {
  const t = useTranslations('accounts.outcome')
  const locale = useLocale()
  const at = (instant: string | null | undefined) => (instant ? formatInstant(new Date(instant), locale) : '—')
  const goesOn = signature && (used_at !== null || signature.state === 'waiting' || signature.state === 'signed')
  return (
    <Plate
      isPageTitle
      label={t(used_at ? 'usedTitle' : 'endedTitle')}
      actions={
        <ButtonLink href={goesOn ? `/login?redirectPath=${encodeURIComponent(signature.url)}` : '/login'}>
          {t(signature?.state === 'waiting' ? 'signInToSign' : 'signIn')}
        </ButtonLink>
      }
    >
      {signature && t(`signature.${signature.state}`, { title: signature.title, at: at(signature.signed_at) })}{' '}
      {t(used_at ? 'used' : 'ended', { at: at(used_at) })}
    </Plate>
  )
}
