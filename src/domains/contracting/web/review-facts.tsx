import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { SentUpload } from '#domains/uploads/web/use-uploads.ts'
import { Fact } from '#kit/web/facts.tsx'
import { useSend } from '#kit/web/portal.ts'
import { retailersQuery } from './queries.ts'
import type { Energy } from './wizard-draft.ts'

type PresentSupplyProps = { energy: Energy; retailerId: number | null; invoices: readonly SentUpload[] }

/** Who supplies now, and the invoices that go along. */
export function PresentSupply({ energy, retailerId, invoices }: PresentSupplyProps) {
  const t = useTranslations('contracting.wizard')
  const retailers = useQuery({ ...retailersQuery(useSend(), energy), enabled: retailerId !== null })
  const retailer = retailers.data?.find(({ id }) => id === retailerId)
  return (
    <>
      {retailer && <Fact label={t('fields.retailer')}>{retailer.name}</Fact>}
      <FileNames label={t('review.invoices')} files={invoices} />
    </>
  )
}

/** The files that go along, by their names; nothing where there are none. */
export function FileNames({ label, files }: { label: string; files: readonly SentUpload[] }) {
  if (files.length === 0) return null
  return <Fact label={label}>{files.map(({ name }) => name).join(', ')}</Fact>
}
