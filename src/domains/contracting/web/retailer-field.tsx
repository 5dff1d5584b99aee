import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { retailersQuery } from './queries.ts'
import type { Wizard } from './use-wizard.ts'
import type { Energy } from './wizard-draft.ts'

type RetailerFieldProps = {
  wizard: Wizard
  energy: Energy
  retailerId: number | null
  onRetailer: (id: number | null) => void
}

/** Who supplies now. */
export function RetailerField({ wizard, energy, retailerId, onRetailer }: RetailerFieldProps) {
  const t = useTranslations('contracting.wizard')
  const retailers = useQuery(retailersQuery(useSend(), energy)).data ?? []
  return (
    <NativeSelect
      id={wizard.idOf('retailer')}
      label={t('fields.retailer')}
      error={wizard.errorOf('retailer')}
      width="medium"
      options={[
        { value: '', label: t('choose') },
        ...retailers.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={retailerId === null ? '' : String(retailerId)}
      onChange={({ target }) => onRetailer(target.value === '' ? null : Number(target.value))}
    />
  )
}
