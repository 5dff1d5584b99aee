import { useTranslations } from 'use-intl'
import { Combobox } from './combobox.tsx'
import type { FieldProps } from './field.tsx'
import { NativeSelect } from './native-select.tsx'
import type { ComboboxOption } from './use-combobox.ts'

type SearchableSelectProps = FieldProps & {
  options: readonly ComboboxOption[]
  /** The value of the selected option; empty while none is selected. */
  value: string
  onValue: (value: string) => void
  /** The label of the empty option; without it one option is always selected. */
  emptyLabel?: string
  /** The hint of the searchable field, where a specific one explains better what can be typed. */
  searchHint?: string
  noMatchMessage?: string
  matchCountMessage?: (count: number) => string
  /**
   * The surrounding form submits the selected value under this name, and the typed text under this name plus `Typed`.
   */
  name?: string
}

/** The most options for a native select; more are searched. */
export const maxNativeOptions = 12

/** A field for selecting one option: a native select for a few, a combobox for many. All options must be loaded. */
export function SearchableSelect(props: SearchableSelectProps) {
  const { options, value, onValue, emptyLabel, searchHint, noMatchMessage, matchCountMessage, name, ...field } = props
  const t = useTranslations('kit.search')
  if (options.length <= maxNativeOptions)
    return (
      <NativeSelect
        {...field}
        name={name}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        options={[
          ...(emptyLabel === undefined ? [] : [{ value: '', label: emptyLabel }]),
          ...options.map(({ value: each, label, detail }) => ({
            value: each,
            label: detail ? `${label} · ${detail}` : label,
          })),
        ]}
      />
    )
  return (
    <>
      <Combobox
        {...field}
        hint={searchHint ?? field.hint ?? t('hint')}
        name={name && `${name}Typed`}
        placeholder={emptyLabel}
        options={options}
        value={value}
        onValue={onValue}
        noMatchMessage={noMatchMessage ?? t('noneFits')}
        matchCountMessage={matchCountMessage ?? ((count) => t('fit', { count }))}
      />
      {name && <input type="hidden" name={name} value={value} />}
    </>
  )
}
