import { useLocale, useTranslations } from 'use-intl'
import type { OwnCompensation } from '#domains/duties/api.ts'
import type { ContractDuty } from '#domains/duties/shown-duty.ts'
import { ContractDuties } from '#domains/duties/web/contract-duties.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { formatMoney } from '#vocabulary/format.ts'
import type { ContractModel } from '../parse-contract.ts'
import { useReadingHref } from './use-reading-href.ts'

type OwnDutiesProps = {
  contract: Pick<ContractModel, 'name' | 'status'>
  duties: readonly ContractDuty[]
  compensations: readonly OwnCompensation[]
}

/** What is owed for a contract: what missed terms are paid with, and what must follow by when. */
export function OwnDuties({ contract: { name, status }, duties, compensations }: OwnDutiesProps) {
  const t = useTranslations('contracts.compensation')
  const locale = useLocale()
  const readingAddress = useReadingHref(name)
  return (
    <>
      {compensations.map(({ id, amount, is_billed: isBilled, invoice_number: number, source }) => (
        <Banner key={id} tone="positive">
          {isBilled
            ? t('billed', { amount: formatMoney(Math.round(amount * 100), locale), number: number ?? '', source })
            : t('approved', { amount: formatMoney(Math.round(amount * 100), locale), source })}
        </Banner>
      ))}
      {duties.length > 0 && (
        <ContractDuties duties={duties} readingAddress={status === 'active' ? readingAddress : null} />
      )}
    </>
  )
}
