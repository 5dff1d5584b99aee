import { useLocale, useTranslations } from 'use-intl'
import { BillCodeField } from '#domains/leads/web/bill-code-field.tsx'
import type { Wizard } from '../use-wizard.ts'

/** Fills the supply, its powers and its consumption from the QR code of a bill. */
export function BillPrefillField({ wizard: { draft, applyPrefill } }: { wizard: Wizard }) {
  const t = useTranslations('leads.billCode')
  const locale = useLocale()

  async function fillFrom(address: string): Promise<string | null> {
    const { prefillOfBill } = await import('./bill-prefill.ts')
    const found = prefillOfBill(address)
    if (!found) return null
    await applyPrefill({ ...found.prefill, cups: found.prefill.cups ?? draft.installation.cups })
    const names = found.fields.map((name) => t('fieldName', { name }))
    return t('filled', { fields: new Intl.ListFormat(locale).format(names) })
  }

  return <BillCodeField onAddress={fillFrom} />
}
