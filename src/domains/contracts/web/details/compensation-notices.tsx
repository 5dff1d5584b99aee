import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatMoney } from '#vocabulary/format.ts'
import { ownCompensationsQuery } from '../queries.ts'

/** What a customer is paid for missed terms of a contract. Empty while it loads, and if it cannot be loaded. */
export function CompensationNotices({ contractName }: { contractName: string }) {
  const t = useTranslations('contracts.compensation')
  const locale = useLocale()
  const { data = [] } = useQuery(ownCompensationsQuery(useSend(), contractName))
  return data.map(({ id, amount, is_billed: isBilled, invoice_number: number, source }) => (
    <Banner key={id} tone="positive">
      {isBilled
        ? t('billed', { amount: formatMoney(Math.round(amount * 100), locale), number: number ?? '', source })
        : t('approved', { amount: formatMoney(Math.round(amount * 100), locale), source })}
    </Banner>
  ))
}
