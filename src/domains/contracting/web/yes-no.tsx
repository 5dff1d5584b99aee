import { useTranslations } from 'use-intl'
import { ChoiceList } from '#kit/web/choice-list.tsx'

type YesNoProps = {
  legend: string
  yes?: string
  no?: string
  hint?: string
  error: string | undefined
  id: string
  value: boolean | null
  onValue: (value: boolean) => void
}

/** A question that nobody answers for whoever fills in the form. */
export function YesNo({ yes, no, value, onValue, ...shown }: YesNoProps) {
  const t = useTranslations('contracting.wizard')
  return (
    <ChoiceList
      {...shown}
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
