import { useLocale, useTranslations } from 'use-intl'
import { BillCodeField } from '#domains/leads/web/bill-code-field.tsx'
import { Disclosure } from '#kit/web/display/disclosure.tsx'
import { energyFields, powerFields } from '../rules.ts'
import styles from './comparison-fields.module.css'
import { CurveField } from './curve-field.tsx'
import { type FieldName, formatForInput } from './form-values.ts'
import type { ComparisonForm } from './use-comparison-form.ts'
import { useFieldNames } from './use-field-names.ts'

/** Fills an electricity form without typing: from the QR code of an invoice, or from a curve file. */
export function Prefill({ form }: { form: ComparisonForm }) {
  const t = useTranslations('comparators.prefill')
  return (
    <Disclosure summary={t('title')}>
      <div className={styles.drop}>
        <CodeField form={form} />
        <CurveField form={form} />
      </div>
    </Disclosure>
  )
}

function CodeField({ form: { energy, fill } }: { form: ComparisonForm }) {
  const t = useTranslations('comparators.prefill')
  const locale = useLocale()
  const { inSentence } = useFieldNames(energy)

  async function fillFrom(address: string): Promise<string | null> {
    const { parseInvoiceCode } = await import('../invoice-code.ts')
    const parsed = parseInvoiceCode(address)
    if (parsed === null) return null
    const fields = Object.entries(parsed) as [FieldName, string][]
    fill(
      Object.fromEntries(fields.map(([name, value]) => [name, isNumber(name) ? formatForInput(value, locale) : value])),
    )
    return t('filled', { fields: inSentence(fields.map(([name]) => name)) })
  }

  return <BillCodeField onAddress={fillFrom} />
}

function isNumber(name: string): boolean {
  return [...powerFields, ...energyFields, 'invoiceAmount'].some((field) => field === name)
}
