import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Empty } from '#kit/web/absence.tsx'
import { ButtonLink } from '#kit/web/button.tsx'
import { NotRefreshed } from '#kit/web/not-refreshed.tsx'
import { useSend } from '#kit/web/portal.ts'
import { Skeleton } from '#kit/web/skeleton.tsx'
import { useListQuery } from '#kit/web/use-list-query.ts'
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
import { useShownKinds } from './use-shown-kinds.ts'

const HistoryDialog = lazy(async () => ({ default: (await import('./history-dialog.tsx')).HistoryDialog }))

const chartId = 'chart'

type InvoiceListProps = { view: InvoiceListView; onPay: (invoice: ReadInvoice) => void }

/** The invoices of one kind: what is owed, the way to the other kinds, filters, table and chart. */
export function InvoiceList({ view, onPay }: InvoiceListProps) {
  const { kinds, open: kind } = useShownKinds(view)
  const t = useTranslations('invoices')
  const { data, error, refetch, isFetching } = useListQuery(viewQuery(useSend(), kind, view), kind)
  const [telling, setTelling] = useState<ReadInvoice | null>(null)

  return (
    <>
      <OwedPlate kind={kind} onPay={onPay} />
      <div className={styles.list}>
        <KindTabs kinds={kinds} current={kind} view={view} />
        <FilterBar kind={kind} view={view} />
        {data && data.items.length > 0 && data.total > 1 && (
          <p className="small">
            <a href={`#${chartId}`}>{t('chart.see')}</a>
          </p>
        )}
        {error && (
          <NotRefreshed isRetrying={isFetching} onRetry={refetch}>
            {t('failed.title')}. {t('failed.words')}
          </NotRefreshed>
        )}
        {!data ? (
          <Skeleton kind="rows" count={6} />
        ) : data.items.length === 0 ? (
          <NothingToShow kind={kind} view={view} total={data.total} />
        ) : (
          <>
            {data.total > view.limit && <InvoicePager view={view} total={data.total} place="above" />}
            <InvoiceTable kind={kind} invoices={data.items} onPay={onPay} onTellHistory={setTelling} />
            <InvoicePager view={view} total={data.total} place="below" />
            {data.total > 1 && <ChartPlace id={chartId} kind={kind} view={view} page={data} />}
          </>
        )}
      </div>
      <Suspense>{telling && <HistoryDialog invoice={telling} onClose={() => setTelling(null)} />}</Suspense>
    </>
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
