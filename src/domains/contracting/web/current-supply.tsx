import { useTranslations } from 'use-intl'
import { mostInvoices } from '../installation-rules.ts'
import { FilesField } from './files-field.tsx'
import { RetailerField } from './retailer-field.tsx'
import type { Wizard } from './use-wizard.ts'
import type { Energy } from './wizard-draft.ts'

type CurrentSupplyProps = { wizard: Wizard; part: 'installation' | 'gas'; energy: Energy }

/** Who supplies now, and what they have billed. */
export function CurrentSupply({ wizard, part, energy }: CurrentSupplyProps) {
  const t = useTranslations('contracting.wizard.fields')
  const { asked, draft, set } = wizard
  const { retailerId, invoices } = draft[part]
  return (
    <>
      {asked.selectComerOrigin && (
        <RetailerField
          wizard={wizard}
          energy={energy}
          retailerId={retailerId}
          onRetailer={(chosen) => set(part, { retailerId: chosen })}
        />
      )}
      <FilesField
        wizard={wizard}
        field="invoices"
        path="invoice"
        label={t('invoices')}
        hint={t('invoicesHint')}
        isOptional={!asked.invoiceRequired}
        files={invoices}
        onFiles={(change) => set(part, (before) => ({ invoices: change(before.invoices) }))}
        maxCount={mostInvoices}
      />
    </>
  )
}
