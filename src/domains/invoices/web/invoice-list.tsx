import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Empty } from '#kit/web/absence.tsx'
import { Banner } from '#kit/web/banner.tsx'
import { Button, ButtonLink } from '#kit/web/button.tsx'
import { useSend } from '#kit/web/portal.ts'
import { ChartPlace } from './chart-place.tsx'
import { FilterBar } from './filter-bar.tsx'
import styles from './invoice-list.module.css'
import { InvoicePager } from './invoice-pager.tsx'
import { InvoiceTable } from './invoice-table.tsx'
import { KindTabs } from './kind-tabs.tsx'
import { addressOf, type InvoiceKind, type InvoiceListView, isFiltered, unfiltered } from './list-address.ts'
import { OwedPlate } from './owed-plate.tsx'
import { viewQuery } from './queries.ts'
import type { ReadInvoice } from './read-invoice.ts'
import { usePayOnline } from './use-pay-online.ts'
import { useShownKinds } from './use-shown-kinds.ts'

const HistoryDialog = lazy(async () => ({ default: (await import('./history-dialog.tsx')).HistoryDialog }))

type InvoiceListProps = { view: InvoiceListView; onPay: (invoice: ReadInvoice) => void }

/** The invoices of one kind: what is owed, the way to the other kinds, filters, chart and table. */
export function InvoiceList({ view, onPay }: InvoiceListProps) {
  const { kinds, open: kind } = useShownKinds(view)
  const { data, error, refetch, isFetching } = useSuspenseQuery(viewQuery(useSend(), kind, view))
  const [telling, setTelling] = useState<ReadInvoice | null>(null)
  usePayOnline(kind, onPay)

  return (
    <>
      <OwedPlate kind={kind} onPay={onPay} />
      <div className={styles.list}>
        <KindTabs kinds={kinds} current={kind} view={view} />
        <FilterBar kind={kind} view={view} />
        {error && <NotRefreshed isRetrying={isFetching} onRetry={() => void refetch()} />}
        {data.items.length === 0 ? (
          <NothingToShow kind={kind} view={view} total={data.total} />
        ) : (
          <>
            {data.total > 1 && <ChartPlace kind={kind} view={view} page={data} />}
            {data.total > view.limit && <InvoicePager view={view} total={data.total} place="above" />}
            <InvoiceTable kind={kind} invoices={data.items} onPay={onPay} onTellHistory={setTelling} />
            <InvoicePager view={view} total={data.total} place="below" />
          </>
        )}
      </div>
      <Suspense>{telling && <HistoryDialog invoice={telling} onClose={() => setTelling(null)} />}</Suspense>
    </>
  )
}

/** What is shown could not be read again, and may be out of date. */
function NotRefreshed({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) {
  const t = useTranslations('invoices.failed')
  const ofKit = useTranslations('kit.failed')
  const retry = (
    <Button variant="second" isSmall isBusy={isRetrying} onClick={onRetry}>
      {ofKit('retry')}
    </Button>
  )
  return (
    <Banner tone="warning" isNews action={retry}>
      {t('title')}. {t('words')}
    </Banner>
  )
}

function NothingToShow({ kind, view, total }: { kind: InvoiceKind; view: InvoiceListView; total: number }) {
  const t = useTranslations('invoices')
  const linkTo = (address: string, label: string) => (
    <ButtonLink variant="second" href={address}>
      {label}
    </ButtonLink>
  )
  if (total > 0)
    return (
      <Empty kind="late" title={t('noneThere.title')} action={linkTo(addressOf(view), t('noneThere.first'))}>
        {t('noneThere.words')}
      </Empty>
    )
  if (isFiltered(view))
    return (
      <Empty
        kind="filtered"
        title={t('noneFiltered.title')}
        action={linkTo(addressOf(unfiltered({ ...view, kind })), t('noneFiltered.all'))}
      >
        {t('noneFiltered.words')}
      </Empty>
    )
  return <Empty title={t(`none.${kind}`)}>{t('none.words')}</Empty>
}
