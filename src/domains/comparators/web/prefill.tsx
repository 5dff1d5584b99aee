import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { Disclosure } from '#kit/web/display/disclosure.tsx'
import { Banner } from '#kit/web/feedback/banner.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { energyFields, powerFields } from '../rules.ts'
import styles from './comparison-fields.module.css'
import { CurveField } from './curve-field.tsx'
import { type FieldName, formatForInput } from './form-values.ts'
import type { ComparisonForm } from './use-comparison-form.ts'
import { useFieldNames } from './use-field-names.ts'

/** Fills an electricity form without typing: from the address in the QR code of an invoice, or from a curve file. */
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
  const [code, setCode] = useState('')
  const [filled, setFilled] = useState<readonly FieldName[]>([])
  const [isWrong, setWrong] = useState(false)

  async function read() {
    const { parseInvoiceCode } = await import('../invoice-code.ts')
    const parsed = parseInvoiceCode(code)
    const fields = Object.keys(parsed ?? {}) as FieldName[]
    setWrong(parsed === null)
    setFilled(fields)
    const formatField = ([name, value]: [string, string]) => [
      name,
      isNumber(name) ? formatForInput(value, locale) : value,
    ]
    if (parsed) fill(Object.fromEntries((Object.entries(parsed) as [string, string][]).map(formatField)))
  }

  return (
    <div className={styles.code}>
      <TextField
        label={t('code')}
        hint={t('codeHint')}
        error={isWrong ? t('codeWrong') : undefined}
        type="url"
        autoComplete="off"
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <Button variant="second" onClick={read}>
        {t('read')}
      </Button>
      {filled.length > 0 && (
        <Banner tone="positive" isAlert>
          {t('filled', { fields: inSentence(filled) })}
        </Banner>
      )}
    </div>
  )
}

function isNumber(name: string): boolean {
  return [...powerFields, ...energyFields, 'invoiceAmount'].some((field) => field === name)
}
