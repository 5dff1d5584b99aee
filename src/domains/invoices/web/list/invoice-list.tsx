import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { Skeleton } from '#kit/web/feedback/skeleton.tsx'
import { StaleDataBanner } from '#kit/web/feedback/stale-data-banner.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { useListQuery } from '#kit/web/list/use-list-query.ts'
import { useSend } from '#kit/web/portal.ts'
import { InvoiceChartSlot } from '../chart/invoice-chart-slot.tsx'
import { FilterBar } from '../filters/filter-bar.tsx'
import { KindTabs } from '../filters/kind-tabs.tsx'
import { addressOf, clearFilters, type InvoiceKind, type InvoiceListView, isFiltered } from '../filters/list-address.ts'
import { useShownKinds } from '../filters/use-shown-kinds.ts'
import type { InvoiceModel } from '../parse-invoice.ts'
import { OwedSummary } from '../payment/owed-summary.tsx'
import { viewQuery } from '../queries.ts'
import styles from './invoice-list.module.css'
import { InvoicePager } from './invoice-pager.tsx'
import { InvoiceTable } from './invoice-table.tsx'

const HistoryDialog = lazyPart(async () => (await import('./history-dialog.tsx')).HistoryDialog)

const chartId = 'chart'

type InvoiceListProps = { view: InvoiceListView; onPay: (invoice: InvoiceModel) => void }

/** Shows the invoices of one kind: the owed amount, tabs for the other kinds, filters, table and chart. */
export function InvoiceList({ view, onPay }: InvoiceListProps) {
  const { kinds, open: kind } = useShownKinds(view)
  const t = useTranslations('invoices')
  const { data, error, refetch, isFetching } = useListQuery(viewQuery(useSend(), kind, view), kind)
  const [historyInvoice, setHistoryInvoice] = useState<InvoiceModel | null>(null)

  return (
    <>
      <OwedSummary kind={kind} onPay={onPay} />
      <div className={styles.list}>
        <KindTabs kinds={kinds} current={kind} view={view} />
        <FilterBar kind={kind} view={view} />
        {data && data.items.length > 0 && data.total > 1 && (
          <p className="small">
            <a href={`#${chartId}`}>{t('chart.see')}</a>
          </p>
        )}
        {error && (
          <StaleDataBanner isRetrying={isFetching} onRetry={refetch}>
            {t('failed.title')}. {t('failed.text')}
          </StaleDataBanner>
        )}
        {!data ? (
          <Skeleton kind="rows" count={6} />
        ) : data.items.length === 0 ? (
          <NothingToShow kind={kind} view={view} total={data.total} />
        ) : (
          <>
            {data.total > view.limit && <InvoicePager view={view} total={data.total} position="above" />}
            <InvoiceTable kind={kind} invoices={data.items} onPay={onPay} onShowHistory={setHistoryInvoice} />
            <InvoicePager view={view} total={data.total} position="below" />
            {data.total > 1 && <InvoiceChartSlot id={chartId} kind={kind} view={view} page={data} />}
          </>
        )}
      </div>
      <Suspense>
        {historyInvoice && <HistoryDialog invoice={historyInvoice} onClose={() => setHistoryInvoice(null)} />}
      </Suspense>
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
      <EmptyState kind="late" title={t('noneThere.title')} action={linkTo(addressOf(view), t('noneThere.first'))}>
        {t('noneThere.text')}
      </EmptyState>
    )
  if (isFiltered(view))
    return (
      <EmptyState
        kind="filtered"
        title={t('noneFiltered.title')}
        action={linkTo(addressOf(clearFilters({ ...view, kind })), t('noneFiltered.all'))}
      >
        {t('noneFiltered.text')}
      </EmptyState>
    )
  return <EmptyState title={t(`none.${kind}`)}>{t('none.text')}</EmptyState>
}
