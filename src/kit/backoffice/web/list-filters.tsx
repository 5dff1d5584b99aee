import type { ComponentType } from 'react'
import { useTranslations } from 'use-intl'
import { Tabs } from '#kit/web/navigation/tabs.tsx'
import { ListFilter } from './list-filter.tsx'
import type { Namespace, TextKey, Translator } from './list-page-definition.ts'
import { matchValue } from './list-view.ts'

/** A filter with fixed values. */
type ChoiceFilter<Texts extends Namespace, Value> = {
  label: TextKey<Texts>
  values: readonly NonNullable<Value>[]
  /** The value without the parameter; by default none. */
  initial?: Value
  /** The label of the unfiltered choice, if it is not among the values. */
  any?: TextKey<Texts>
  nameOf: (value: NonNullable<Value>, t: Translator<Texts>) => string
  /** Whether the values are shown as tabs above the list, because each is a list of its own. */
  areTabs?: boolean
}

/** A filter whose values are read from the server or are in other texts. */
type DataFilter<Texts extends Namespace, Value> = {
  label: TextKey<Texts>
  any: TextKey<Texts>
  useOptions: () => readonly { value: string; label: string }[]
  parse: (text: string) => Value
}

/** A filter with a field of its own, or without a field. */
type OwnFilter<View, Value> = { parse: (text: string) => Value; Field?: ComponentType<{ view: View }> }

/** A filter of a list, named by its parameter. */
// biome-ignore lint/suspicious/noExplicitAny: the parts of the kit handle filters of every list.
export type FilterOf<Texts extends Namespace = any, View = any, Value = any> =
  | ChoiceFilter<Texts, Value>
  | DataFilter<Texts, Value>
  | OwnFilter<View, Value>

/** Checks whether a filter is shown as tabs. */
export function isTabs(filter: FilterOf): boolean {
  return 'areTabs' in filter && filter.areTabs === true
}

/** Reads the value of a filter from its parameter. */
export function parseFilter(filter: FilterOf, text = ''): unknown {
  if ('parse' in filter) return filter.parse(text)
  return matchValue<string>(filter.values, text) ?? filter.initial
}

type FilterFieldsProps = {
  texts: Namespace
  path: string
  filters: Readonly<Record<string, FilterOf>>
  view: object
}

/** The filters beside the search box. The current tab is passed on with the form. */
export function FilterFields({ texts, path, filters, view }: FilterFieldsProps) {
  return Object.entries(filters).map(([name, filter]) => {
    const value = (view as Record<string, unknown>)[name]
    if (isTabs(filter)) return <input key={name} type="hidden" name={name} value={String(value)} />
    const props = { texts, path, name, value: value === undefined ? undefined : String(value) }
    if ('values' in filter) return <ChoiceField key={name} {...props} filter={filter} />
    if ('useOptions' in filter) return <DataField key={name} {...props} filter={filter} />
    return filter.Field && <filter.Field key={name} view={view} />
  })
}

type FilterProps<Filter> = { texts: Namespace; name: string; value: string | undefined; filter: Filter }

function ChoiceField({ texts, name, value, filter }: FilterProps<ChoiceFilter<never, string>>) {
  const t = useTranslations(texts) as unknown as (key: string) => string
  return (
    <ListFilter
      {...{ name, value }}
      label={t(filter.label)}
      any={filter.any && t(filter.any)}
      options={filter.values.map((each) => ({ value: each, label: filter.nameOf(each, t as never) }))}
    />
  )
}

function DataField({ texts, name, value, filter }: FilterProps<DataFilter<never, unknown>>) {
  const t = useTranslations(texts) as unknown as (key: string) => string
  return <ListFilter {...{ name, value }} label={t(filter.label)} any={t(filter.any)} options={filter.useOptions()} />
}

/** The tabs above a list. Each leads to its first page without a search. */
export function FilterTabs({ texts, path, filters, view }: FilterFieldsProps) {
  const t = useTranslations(texts) as unknown as (key: string) => string
  return Object.entries(filters).map(
    ([name, filter]) =>
      'areTabs' in filter &&
      filter.areTabs && (
        <Tabs
          key={name}
          label={t(filter.label)}
          current={String((view as Record<string, unknown>)[name])}
          tabs={filter.values.map((value: string) => ({
            key: value,
            label: filter.nameOf(value, t as never),
            href: `${path}?${name}=${value}`,
          }))}
        />
      ),
  )
}
