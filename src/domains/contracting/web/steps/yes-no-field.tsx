import { useTranslations } from 'use-intl'
import { ChoiceList } from '#kit/web/form/choice-list.tsx'

type YesNoFieldProps = {
  legend: string
  yes?: string
  no?: string
  hint?: string
  error: string | undefined
  id: string
  value: boolean | null
  onValue: (value: boolean) => void
}

/** A question without a default answer. */
export function YesNoField({ yes, no, value, onValue, ...fieldProps }: YesNoFieldProps) {
  const t = useTranslations('contracting.wizard')
  return (
    <ChoiceList
      {...fieldProps}
      isRow
      options={[
        { value: 'yes', label: yes ?? t('yes') },
        { value: 'no', label: no ?? t('no') },
      ]}
      value={value === null ? null : value ? 'yes' : 'no'}
      onValue={(chosen) => onValue(chosen === 'yes')}
    />
  )
}
