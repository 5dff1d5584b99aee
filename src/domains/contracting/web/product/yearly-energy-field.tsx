import { useLocale, useTranslations } from 'use-intl'
import { TextField } from '#kit/web/form/text-field.tsx'
import { parseWholeKwh } from './price-query.ts'

type YearlyEnergyFieldProps = {
  id: string
  label: string
  hint: string
  value: string
  onValue: (value: string) => void
}

/** A yearly amount of energy, typed in whole kWh. */
export function YearlyEnergyField({ value, onValue, ...labels }: YearlyEnergyFieldProps) {
  const t = useTranslations('contracting.wizard')
  const locale = useLocale()
  const isInvalid = value.trim() !== '' && parseWholeKwh(value, locale) === null
  return (
    <TextField
      {...labels}
      isOptional
      width="short"
      inputMode="decimal"
      autoComplete="off"
      maxLength={12}
      isValidatedWhileTyping
      error={isInvalid ? t('fields.yearKwhInvalid') : undefined}
      unit="kWh"
      value={value}
      onChange={({ target }) => onValue(target.value)}
    />
  )
}
