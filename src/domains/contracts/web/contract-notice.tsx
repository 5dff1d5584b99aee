import { useLocale, useTranslations } from 'use-intl'
import { Banner } from '#kit/web/banner.tsx'
import { formatDay } from '#vocabulary/format.ts'
import type { ReadContract } from './read-contract.ts'

/** Why a contract that is not active cannot be changed; nothing for one that is, or that is to be signed just above. */
export function ContractNotice({ contract }: { contract: ReadContract }) {
  const { standing, endedOn, waitingForSignature } = contract
  const t = useTranslations('contracts.notices')
  const locale = useLocale()
  if (standing === 'active' || waitingForSignature.includes('contract')) return null
  const ended = standing === 'closed' && endedOn && t('closedOn', { day: formatDay(endedOn, locale) })
  return <Banner tone="warning">{ended || t(standing)}</Banner>
}
