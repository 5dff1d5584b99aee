import { useTranslations } from 'use-intl'
import { Combobox, type ComboboxOption } from './combobox.tsx'
import type { FieldProps } from './field.tsx'
import { NativeSelect } from './native-select.tsx'

type SearchedSelectProps = FieldProps & {
  options: readonly ComboboxOption[]
  /** The value of what is chosen; empty while nothing is. */
  value: string
  onValue: (value: string) => void
  /** What stands there while nothing is chosen, and chooses nothing; without it one is always chosen. */
  emptyLabel?: string
  /** Said beside the field once it is searched, where its own words say better what can be typed. */
  searchHint?: string
  noneFits?: string
  told?: (count: number) => string
  /** The chosen value is sent under this name with the form around it, and what is typed under this name and `Typed`. */
  name?: string
}

/** So many are read through at a glance; more are searched. */
export const mostInList = 12

/** One of a list: of a few in the browser's own, of many by typing a part of it. All of them are to be at hand. */
export function SearchedSelect(props: SearchedSelectProps) {
  const { options, value, onValue, emptyLabel, searchHint, noneFits, told, name, ...field } = props
  const t = useTranslations('kit.search')
  if (options.length <= mostInList)
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
        noneFits={noneFits ?? t('noneFits')}
        told={told ?? ((count) => t('fit', { count }))}
      />
      {name && <input type="hidden" name={name} value={value} />}
    </>
  )
}
