import { lazy, Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { ButtonLink } from '#kit/web/button.tsx'
import { PickButton } from '#kit/web/pick-button.tsx'
import { Popover } from '#kit/web/popover.tsx'
import { formatDay } from '#vocabulary/format.ts'
import { paidStatuses } from '../rules.ts'
import styles from './filter-bar.module.css'
import { addressOf, type InvoiceKind, type InvoiceListView, isFiltered, unfiltered } from './list-address.ts'

// They come with the page and not with its script, which waits until the list stands.
const FilterFields = lazy(async () => ({ default: (await import('./filter-fields.tsx')).FilterFields }))

/** What invoices are filtered by, each a button with its fields. */
export type FilterTopic = 'dates' | 'status' | 'supply' | 'amount'

/** The filters as buttons that show what they are set to; each opens its fields. */
export function FilterBar({ kind, view }: { kind: InvoiceKind; view: InvoiceListView }) {
  const t = useTranslations('invoices.filters')
  const set = useWrittenFilters(view)
  // Invoices of several places are of no single contract.
  const topics: FilterTopic[] =
    kind === 'multipoint' ? ['dates', 'status', 'amount'] : ['dates', 'status', 'supply', 'amount']
  return (
    <search className={styles.bar} aria-label={t('label')}>
      {topics.map((topic) => (
        <Filter key={topic} topic={topic} value={set[topic]} kind={kind} view={view} />
      ))}
      {isFiltered(view) && (
        <ButtonLink variant="quiet" isSmall href={addressOf(unfiltered({ ...view, kind }))}>
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
      button={(props) => <PickButton {...props} label={t(topic)} value={value} onClick={() => setOpened(true)} />}
    >
      {(close) => (
        <Suspense>
          {/* What was typed and not applied gives way to what the list is filtered by then. */}
          <FilterFields key={value} topic={topic} kind={kind} view={view} isOpened={isOpened} onApplied={close} />
        </Suspense>
      )}
    </Popover>
  )
}

/** What each filter is set to, in words; what is not set is left out. */
function useWrittenFilters(view: InvoiceListView): Partial<Record<FilterTopic, string>> {
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
