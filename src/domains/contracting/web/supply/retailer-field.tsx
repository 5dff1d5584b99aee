import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { SearchableSelect } from '#kit/web/form/searchable-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import type { Energy } from '../draft/wizard-draft.ts'
import { retailersQuery } from '../queries.ts'
import type { Wizard } from '../use-wizard.ts'

type RetailerFieldProps = {
  wizard: Wizard
  energy: Energy
  retailerId: number | null
  onRetailer: (id: number | null) => void
}

/** The field for the present retailer. */
export function RetailerField({ wizard, energy, retailerId, onRetailer }: RetailerFieldProps) {
  const t = useTranslations('contracting.wizard')
  const retailers = useQuery(retailersQuery(useSend(), energy)).data ?? []
  return (
    <SearchableSelect
      id={wizard.idOf('retailer')}
      label={t('fields.retailer')}
      error={wizard.errorOf('retailer')}
      emptyLabel={t('choose')}
      options={retailers.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={retailerId === null ? '' : String(retailerId)}
      onValue={(value) => onRetailer(value === '' ? null : Number(value))}
    />
  )
}
