import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import type { SentUpload } from '#domains/uploads/web/use-uploads.ts'
import { DescriptionItem } from '#kit/web/list/description-list.tsx'
import { useSend } from '#kit/web/portal.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { Energy } from '../draft/wizard-draft.ts'
import { retailersQuery } from '../queries.ts'

type CurrentSupplyFactsProps = {
  energy: Energy
  retailerId: number | null
  switchDay?: string | undefined
  invoices: readonly SentUpload[]
}

/** The present retailer, when it is left, and the attached invoices. */
export function CurrentSupplyFacts({ energy, retailerId, switchDay, invoices }: CurrentSupplyFactsProps) {
  const t = useTranslations('contracting.wizard')
  const locale = useLocale()
  const retailers = useQuery({ ...retailersQuery(useSend(), energy), enabled: retailerId !== null })
  const retailer = retailers.data?.find(({ id }) => id === retailerId)
  return (
    <>
      {retailer && <DescriptionItem label={t('fields.retailer')}>{retailer.name}</DescriptionItem>}
      {energy === 'electricity' && switchDay !== undefined && (
        <DescriptionItem label={t('fields.switchDay')}>
          {switchDay ? formatDay(switchDay, locale) : t('switchDay.soon')}
        </DescriptionItem>
      )}
      <FileNames label={t('review.invoices')} files={invoices} />
    </>
  )
}

/** The names of the attached files; nothing where there are none. */
export function FileNames({ label, files }: { label: string; files: readonly SentUpload[] }) {
  if (files.length === 0) return null
  return <DescriptionItem label={label}>{files.map(({ name }) => name).join(', ')}</DescriptionItem>
}
