import { useTranslations } from 'use-intl'
import { ChoiceList } from '#kit/web/form/choice-list.tsx'
import { Combobox } from '#kit/web/form/combobox.tsx'

type OwnChoiceProps = {
  label: string
  /** The label of the option where none of the user's own fits. */
  other: string
  options: readonly { value: string; label: string; detail?: string }[]
  /** Empty while nothing is chosen; `other` where none of the user's own is chosen. */
  value: string
  onValue: (value: string) => void
  error?: string | undefined
  id?: string
}

/** Above this number, options are found by typing. */
const maxVisibleOptions = 4

/** A choice between what the signed-in user already has and something else. */
export function OwnChoice({ label, other, options, value, onValue, error, id }: OwnChoiceProps) {
  const t = useTranslations('contracting.wizard.own')
  const all = [...options, { value: 'other', label: other }]
  if (options.length > maxVisibleOptions)
    return (
      <Combobox
        label={label}
        error={error}
        {...(id && { id })}
        hint={t('searchHint')}
        noMatchMessage={t('none')}
        matchCountMessage={(count) => t('matchCount', { count })}
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
      options={all.map(({ value: each, label: optionLabel, ...rest }) => ({
        value: each,
        label: optionLabel,
        ...('detail' in rest && { note: rest.detail }),
      }))}
      value={value === '' ? null : value}
      onValue={onValue}
    />
  )
}
