import { useTranslations } from 'use-intl'
import { ChoiceList } from '#kit/web/choice-list.tsx'
import { Combobox } from '#kit/web/combobox.tsx'

type OwnChoiceProps = {
  label: string
  /** What is chosen where none of the own fits. */
  other: string
  options: readonly { value: string; label: string; detail?: string }[]
  /** Empty while nothing is chosen; `other` where none of the own is. */
  value: string
  onValue: (value: string) => void
  error?: string | undefined
  id?: string
}

/** More than these are found by typing. */
const mostInSight = 4

/** One of what whoever is signed in has already, or another. */
export function OwnChoice({ label, other, options, value, onValue, error, id }: OwnChoiceProps) {
  const t = useTranslations('contracting.wizard.own')
  const all = [...options, { value: 'other', label: other }]
  if (options.length > mostInSight)
    return (
      <Combobox
        label={label}
        error={error}
        {...(id && { id })}
        hint={t('searchHint')}
        noneFits={t('none')}
        told={(count) => t('told', { count })}
        options={all}
        value={value}
        onValue={onValue}
      />
    )
  return (
    <ChoiceList
      legend={label}
      error={error}
      {...(id && { id })}
      options={all.map(({ value: each, label: words, ...rest }) => ({
        value: each,
        label: words,
        ...('detail' in rest && { note: rest.detail }),
      }))}
      value={value === '' ? null : value}
      onValue={onValue}
    />
  )
}
