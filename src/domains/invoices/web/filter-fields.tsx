import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '#kit/web/button.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import { useSend } from '#kit/web/portal.ts'
import { TextField } from '#kit/web/text-field.tsx'
import { useGoTo } from '#kit/web/use-go-to.ts'
import { paidStatuses } from '../rules.ts'
import styles from './filter-bar.module.css'
import type { FilterTopic } from './filter-bar.tsx'
import { addressOf, type InvoiceKind, type InvoiceListView, numberCharacters } from './list-address.ts'
import { filterParamsQuery } from './queries.ts'
import type { FilterName } from './search-names.ts'

type FieldsProps = {
  kind: InvoiceKind
  view: InvoiceListView
  /** Whether they have been looked at: what there is to choose from is asked for then. */
  isOpened: boolean
}
type FilterFieldsProps = FieldsProps & { topic: FilterTopic; onApplied: () => void }

const namesOf: Record<FilterTopic, readonly FilterName[]> = {
  dates: ['from', 'to'],
  status: ['status'],
  supply: ['contractName', 'address', 'cups', 'vat'],
  amount: ['least', 'most'],
}
const fieldsOf = { dates: DateFields, status: StatusField, supply: SupplyFields, amount: AmountFields }

/** The fields of a filter; sent, they go to the address of the list that is filtered so. */
export function FilterFields({ topic, kind, view, isOpened, onApplied }: FilterFieldsProps) {
  const t = useTranslations('invoices.filters')
  const goTo = useGoTo()
  const locale = useLocale()
  const Fields = fieldsOf[topic]

  async function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const change = namesOf[topic].map((name) => [name, String(typed.get(name) ?? '') || undefined] as const)
    onApplied()
    // An address is read in every language: amounts stand there without thousands.
    const amounts = topic === 'amount' && (await import('./typed-amounts.ts')).typedAmounts(change, locale)
    void goTo(addressOf({ ...view, kind }, Object.fromEntries(amounts || change)))
  }

  return (
    <form className={styles.choice} onSubmit={apply}>
      <Fields kind={kind} view={view} isOpened={isOpened} />
      <Button type="submit" isSmall>
        {t('apply')}
      </Button>
    </form>
  )
}

function DateFields({ view: { from, to } }: FieldsProps) {
  const t = useTranslations('invoices.filters')
  return (
    <>
      <TextField type="date" name="from" label={t('from')} defaultValue={from} max={to} width="medium" />
      <TextField type="date" name="to" label={t('to')} defaultValue={to} min={from} width="medium" />
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

const offeredAs = { contractName: 'contracts', address: 'addresses', cups: 'cups', vat: 'vats' } as const

function SupplyFields({ kind, view, isOpened }: FieldsProps) {
  const t = useTranslations('invoices.filters')
  const { data } = useQuery({ ...filterParamsQuery(useSend(), kind), enabled: isOpened })
  return (['contractName', 'address', 'cups', 'vat'] as const).map((name) => {
    const offered = data?.[offeredAs[name]] ?? (view[name] ? [view[name]] : [])
    return (
      <NativeSelect
        // A native select forgets its default value when its options come later.
        key={`${name} ${offered.length}`}
        name={name}
        label={t(name)}
        defaultValue={view[name]}
        options={[{ value: '', label: t('all') }, ...offered.map((value) => ({ value, label: value }))]}
      />
    )
  })
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
        event.currentTarget.value = numberCharacters(event.currentTarget.value)
      }}
    />
  ))
}
