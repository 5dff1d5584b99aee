import { queryOptions, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { DateField } from '#kit/web/form/date-field.tsx'
import { NativeSelect } from '#kit/web/form/native-select.tsx'
import { SearchableSelect } from '#kit/web/form/searchable-select.tsx'
import { TextField } from '#kit/web/form/text-field.tsx'
import { RangeLinks } from '#kit/web/list/range-links.tsx'
import { useGoTo } from '#kit/web/navigation/use-go-to.ts'
import { useBoot, useSend } from '#kit/web/portal.ts'
import type { Send } from '#kit/web/send.ts'
import { calendarDayOf } from '#vocabulary/calendar-day.ts'
import { isMarketDay } from '#vocabulary/day.ts'
import { dayRangeNames, dayRangeOf } from '#vocabulary/day-ranges.ts'
import { paidStatuses } from '../../rules.ts'
import styles from './filter-bar.module.css'
import type { FilterTopic } from './filter-bar.tsx'
import { addressOf, type InvoiceKind, type InvoiceListView, stripNonNumeric } from './list-address.ts'
import type { FilterName } from './search-names.ts'

type FieldsProps = {
  kind: InvoiceKind
  view: InvoiceListView
  /** Whether the fields have been opened. Only then are the available values requested. */
  isOpened: boolean
  onApplied: () => void
  /** The fields whose value is not one of those offered. */
  unknown: ReadonlySet<string>
}
type FilterFieldsProps = Omit<FieldsProps, 'unknown'> & { topic: FilterTopic }

const supplyNames = ['contractName', 'address', 'cups', 'vat'] as const
type SupplyName = (typeof supplyNames)[number]

const namesOf: Record<FilterTopic, readonly FilterName[]> = {
  dates: ['from', 'to'],
  status: ['status'],
  supply: supplyNames,
  amount: ['least', 'most'],
}
const fieldsOf = { dates: DateFields, status: StatusField, supply: SupplyFields, amount: AmountFields }

/** The fields of a filter. Submitting them navigates to the address of the filtered list. */
export function FilterFields({ topic, kind, view, isOpened, onApplied }: FilterFieldsProps) {
  const t = useTranslations('invoices.filters')
  const goTo = useGoTo()
  const locale = useLocale()
  const Fields = fieldsOf[topic]
  const [unknown, setUnknown] = useState<ReadonlySet<string>>(new Set())

  async function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const formData = new FormData(event.currentTarget)
    const unmatched = namesOf[topic].filter((name) => formData.get(`${name}Typed`) && !formData.get(name))
    setUnknown(new Set(unmatched))
    if (unmatched.length) return
    const change = namesOf[topic].map((name) => [name, String(formData.get(name) ?? '') || undefined] as const)
    onApplied()
    // Addresses are language-independent: amounts in them have no thousands separators.
    const amounts = topic === 'amount' && (await import('../normalize-amounts.ts')).normalizeAmounts(change, locale)
    void goTo(addressOf({ ...view, kind }, Object.fromEntries(amounts || change)))
  }

  return (
    <form className={styles.choice} onSubmit={apply}>
      <Fields {...{ kind, view, isOpened, onApplied, unknown }} />
      <Button type="submit" isSmall>
        {t('apply')}
      </Button>
    </form>
  )
}

function DateFields({ kind, view, onApplied }: FieldsProps) {
  const t = useTranslations('invoices.filters')
  const today = calendarDayOf(new Date(useBoot().now))
  const [from, setFrom] = useState(view.from ?? '')
  const ranges = dayRangeNames.map((name) => {
    const range = dayRangeOf(name, today)
    const isPresent = range.from === view.from && range.to === view.to
    return { name, href: addressOf({ ...view, kind }, range), isPresent, onFollow: onApplied }
  })
  return (
    <>
      <RangeLinks ranges={ranges} />
      <DateField name="from" label={t('from')} defaultValue={view.from} onValue={setFrom} />
      <DateField name="to" label={t('to')} defaultValue={view.to} min={isMarketDay(from) ? from : undefined} />
    </>
  )
}

function StatusField({ view }: FieldsProps) {
  const t = useTranslations('invoices.filters')
  const statuses = paidStatuses.map((status) => ({ value: status, label: t(`statuses.${status}`) }))
  return (
    <NativeSelect
      name="status"
      label={t('status')}
      defaultValue={view.status}
      options={[{ value: '', label: t('all') }, ...statuses]}
    />
  )
}

const filterParamOf = { contractName: 'contracts', address: 'addresses', cups: 'cups', vat: 'vats' } as const

function SupplyFields({ kind, view, isOpened, unknown }: FieldsProps) {
  const { data } = useQuery({ ...filterParamsQuery(useSend(), kind), enabled: isOpened })
  return supplyNames.map((name) => {
    const set = view[name] ?? ''
    const offered = data?.[filterParamOf[name]] ?? []
    // The active filter value is listed even if it is not offered.
    const values = set && !offered.includes(set) ? [set, ...offered] : offered
    return <SupplyField key={name} name={name} set={set} values={values} isUnknown={unknown.has(name)} />
  })
}

type SupplyFieldProps = { name: SupplyName; set: string; values: readonly string[]; isUnknown: boolean }

function SupplyField({ name, set, values, isUnknown }: SupplyFieldProps) {
  const t = useTranslations('invoices.filters')
  const search = useTranslations('kit.search')
  const [value, setValue] = useState(set)
  return (
    <SearchableSelect
      name={name}
      label={t(name)}
      error={isUnknown ? search('noneFits') : undefined}
      value={value}
      onValue={setValue}
      emptyLabel={t('all')}
      options={values.map((each) => ({ value: each, label: each }))}
    />
  )
}

function AmountFields({ view }: FieldsProps) {
  const t = useTranslations('invoices.filters')
  return (['least', 'most'] as const).map((name) => (
    <TextField
      key={name}
      name={name}
      label={t(name)}
      defaultValue={view[name]}
      inputMode="decimal"
      unit="€"
      width="short"
      onInput={(event) => {
        event.currentTarget.value = stripNonNumeric(event.currentTarget.value)
      }}
    />
  ))
}

/** Returns the query for the values by which a kind can be filtered. */
function filterParamsQuery(send: Send, kind: InvoiceKind) {
  return queryOptions({
    queryKey: ['invoice-filter-params', kind],
    queryFn: async ({ signal }) => (await import('../fetch-invoices.ts')).fetchFilterParams(send, kind, signal),
  })
}
