import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { SentUpload } from '#domains/uploads/web/use-uploads.ts'
import { DescriptionItem } from '#kit/web/list/description-list.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { Energy } from '../draft/wizard-draft.ts'
import { retailersQuery } from '../queries.ts'

type CurrentSupplyFactsProps = { energy: Energy; retailerId: number | null; invoices: readonly SentUpload[] }

/** The present retailer, and the attached invoices. */
export function CurrentSupplyFacts({ energy, retailerId, invoices }: CurrentSupplyFactsProps) {
  const t = useTranslations('contracting.wizard')
  const retailers = useQuery({ ...retailersQuery(useSend(), energy), enabled: retailerId !== null })
  const retailer = retailers.data?.find(({ id }) => id === retailerId)
  return (
    <>
      {retailer && <DescriptionItem label={t('fields.retailer')}>{retailer.name}</DescriptionItem>}
      <FileNames label={t('review.invoices')} files={invoices} />
    </>
  )
}

/** The names of the attached files; nothing where there are none. */
export function FileNames({ label, files }: { label: string; files: readonly SentUpload[] }) {
  if (files.length === 0) return null
  return <DescriptionItem label={label}>{files.map(({ name }) => name).join(', ')}</DescriptionItem>
}
