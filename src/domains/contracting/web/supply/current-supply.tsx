import { useTranslations } from 'use-intl'
import { maxInvoices } from '../../installation-rules.ts'
import type { Energy } from '../draft/wizard-draft.ts'
import { FilesField } from '../steps/files-field.tsx'
import type { Wizard } from '../use-wizard.ts'
import { RetailerField } from './retailer-field.tsx'
import { SwitchDayField } from './switch-day-field.tsx'

type CurrentSupplyProps = { wizard: Wizard; part: 'installation' | 'gas'; energy: Energy }

/** The fields for the present retailer and its invoices. */
export function CurrentSupply({ wizard, part, energy }: CurrentSupplyProps) {
  const t = useTranslations('contracting.wizard.fields')
  const { config, draft, set } = wizard
  const { retailerId, invoices } = draft[part]
  return (
    <>
      {config.selectComerOrigin && (
        <RetailerField
          wizard={wizard}
          energy={energy}
          retailerId={retailerId}
          onRetailer={(chosen) => set(part, { retailerId: chosen })}
        />
      )}
      {part === 'installation' && energy === 'electricity' && <SwitchDayField wizard={wizard} />}
      <FilesField
        wizard={wizard}
        field="invoices"
        path="invoice"
        label={t('invoices')}
        hint={t('invoicesHint')}
        isOptional={!config.invoiceRequired}
        files={invoices}
        onFiles={(change) => set(part, (before) => ({ invoices: change(before.invoices) }))}
        maxCount={maxInvoices}
      />
    </>
  )
}
