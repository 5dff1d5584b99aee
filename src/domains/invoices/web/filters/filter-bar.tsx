import { Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { FilterButton } from '#kit/web/list/filter-button.tsx'
import { Popover } from '#kit/web/overlay/popover.tsx'
import { lazyOnceActed } from '#kit/web/person-acts.ts'
import { formatDay } from '#vocabulary/format.ts'
import { paidStatuses } from '../../rules.ts'
import styles from './filter-bar.module.css'
import { addressOf, clearFilters, type InvoiceKind, type InvoiceListView, isFiltered } from './list-address.ts'

// Loaded with the page but separately from its script, which the list waits for.
const FilterFields = lazyOnceActed(async () => (await import('./filter-fields.tsx')).FilterFields)

/** The topics by which invoices are filtered, each a button with its fields. */
export type FilterTopic = 'dates' | 'status' | 'supply' | 'amount'

/** Shows the filters as buttons with their current values; each opens its fields. */
export function FilterBar({ kind, view }: { kind: InvoiceKind; view: InvoiceListView }) {
  const t = useTranslations('invoices.filters')
  const set = useFilterTexts(view)
  // Multipoint invoices do not belong to a single contract.
  const topics: FilterTopic[] =
    kind === 'multipoint' ? ['dates', 'status', 'amount'] : ['dates', 'status', 'supply', 'amount']
  return (
    <search className={styles.bar} aria-label={t('label')}>
      {topics.map((topic) => (
        <Filter key={topic} topic={topic} value={set[topic]} kind={kind} view={view} />
      ))}
      {isFiltered(view) && (
        <ButtonLink variant="quiet" isSmall href={addressOf(clearFilters({ ...view, kind }))}>
          {t('clear')}
        </ButtonLink>
      )}
    </search>
  )
}

type FilterProps = { topic: FilterTopic; value: string | undefined; kind: InvoiceKind; view: InvoiceListView }

function Filter({ topic, value, kind, view }: FilterProps) {
  const t = useTranslations('invoices.filters')
  const [isOpened, setOpened] = useState(false)
  return (
    <Popover
      isEager
      button={(props) => <FilterButton {...props} label={t(topic)} value={value} onClick={() => setOpened(true)} />}
    >
      {(close) => (
        <Suspense>
          {/* Discards unapplied input when the active filter changes. */}
          <FilterFields key={value} topic={topic} kind={kind} view={view} isOpened={isOpened} onApplied={close} />
        </Suspense>
      )}
    </Popover>
  )
}

/** Returns the current value of each filter as text. Filters that are not set are left out. */
function useFilterTexts(view: InvoiceListView): Partial<Record<FilterTopic, string>> {
  const t = useTranslations('invoices.filters')
  const locale = useLocale()
  const { contractName, address, cups, vat, from, to, least, most } = view
  const status = paidStatuses.find((each) => each === view.status)
  const span = (first: string | undefined, last: string | undefined) =>
    first || last ? `${first ?? '…'} – ${last ?? '…'}` : undefined
  const day = (written: string | undefined) => written && formatDay(written, locale)
  return {
    dates: span(day(from), day(to)),
    status: status && t(`statuses.${status}`),
    supply: [contractName, address, cups, vat].filter(Boolean).join(', ') || undefined,
    amount: span(least, most) && `${span(least, most)}\u00a0€`,
  }
}
