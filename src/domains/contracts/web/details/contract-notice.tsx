import { useLocale, useTranslations } from 'use-intl'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { formatDay } from '#vocabulary/format.ts'
import type { ContractModel } from '../parse-contract.ts'

/**
 * Explains why a contract that is not active cannot be changed; empty for an active one, and for one whose signature is
 * requested just above.
 */
export function ContractNotice({ contract }: { contract: ContractModel }) {
  const { status, endedOn, waitingForSignature } = contract
  const t = useTranslations('contracts.notices')
  const locale = useLocale()
  if (status === 'active' || waitingForSignature.includes('contract')) return null
  const ended = status === 'closed' && endedOn && t('closedOn', { day: formatDay(endedOn, locale) })
  return <Banner tone="warning">{ended || t(status)}</Banner>
}
