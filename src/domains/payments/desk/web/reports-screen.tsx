import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { ListTable } from '#kit/backoffice/web/list-table.tsx'
import { listViewOf, matchValue, useListView } from '#kit/backoffice/web/list-view.ts'
import { useAction } from '#kit/backoffice/web/use-action.ts'
import { Button } from '#kit/web/action/button.tsx'
import { Badge } from '#kit/web/display/badge.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import type { Column } from '#kit/web/list/table.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { Tabs } from '#kit/web/navigation/tabs.tsx'
import type { LoadContext, SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedReport } from '../reports-api.ts'
import { reportFilters } from '../rules.ts'
import { useReportText } from './payment-history.tsx'
import { paymentsKey, type ReportsView, reportsQuery } from './queries.ts'

const DismissDialog = lazy(async () => ({ default: (await import('./dismiss-report-dialog.tsx')).DismissReportDialog }))

const path = '/operator/payments/reports'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(reportsQuery(send, viewOf(search)))
}

/** The payment provider reports that could not be applied, for review. */
export function ReportsScreen() {
  const t = useTranslations('desk-payments')
  const view = useListView(viewOf)
  return (
    <>
      <div>
        <BackLink href="/operator/payments">{t('payment.back')}</BackLink>
        <h1>{t('aside.title')}</h1>
      </div>
      <p className="lead">{t('aside.about')}</p>
      <Tabs
        label={t('aside.show')}
        current={view.state}
        tabs={reportFilters.map((state) => ({
          key: state,
          label: t(`aside.filters.${state}`),
          href: `${path}?state=${state}`,
        }))}
      />
      <RetryBoundary title={t('aside.failedTitle')} message={t('list.failedWords')} resetKey={JSON.stringify(view)}>
        <ReportsTable view={view} />
      </RetryBoundary>
    </>
  )
}

function ReportsTable({ view }: { view: ReportsView }) {
  const t = useTranslations('desk-payments')
  const send = useSend()
  const { data } = useSuspenseQuery(reportsQuery(send, view))
  const [dismissing, setDismissing] = useState<ListedReport | null>(null)
  const { run, failure } = useAction({
    desk: 'desk-payments',
    invalidatedKey: paymentsKey,
    successMessage: () => t('aside.retried'),
    action: async ({ platform, id }: ListedReport) =>
      send((await import('../reports-api.ts')).retryReport, { params: { platform, id } }),
  })
  const columns = useColumns({ view, onRetry: run, onDismiss: setDismissing })
  const texts = (key: 'caption' | 'noneTitle' | 'noneWords') => t(`aside.${key}`)
  const none = <EmptyState title={t('aside.noneTitle')}>{t('aside.noneWords')}</EmptyState>
  return (
    <>
      <ErrorBanner>{failure}</ErrorBanner>
      <ListTable {...{ path, view, columns, texts, none }} page={data} rowKey={({ platform, id }) => platform + id} />
      {dismissing && (
        <Suspense>
          <DismissDialog report={dismissing} onClose={() => setDismissing(null)} />
        </Suspense>
      )}
    </>
  )
}

function viewOf(search: SearchParams): ReportsView {
  return { offset: listViewOf(search).offset, state: matchValue(reportFilters, search.state) ?? 'put_aside' }
}

type ReportActions = {
  view: ReportsView
  onRetry: (report: ListedReport) => void
  onDismiss: (report: ListedReport) => void
}

function useColumns({ view, onRetry, onDismiss }: ReportActions): Column<ListedReport>[] {
  const t = useTranslations('desk-payments')
  const locale = useLocale()
  const textOf = useReportText()
  return [
    { key: 'told', header: t('reports.told'), kind: 'name', listPosition: 'title', cell: ({ told }) => textOf(told) },
    {
      key: 'reason',
      header: t('aside.reason'),
      listPosition: 'second',
      cell: ({ reason, failures }) =>
        reason ? <Badge tone="negative">{t(`aside.reasons.${reason}`)}</Badge> : t('aside.tries', { count: failures }),
    },
    {
      key: 'payment',
      header: t('payment.title'),
      listPosition: 'titleEnd',
      cell: ({ payment }) => payment && <Link href={`/operator/payments/${payment}`}>{t('aside.payment')}</Link>,
    },
    {
      key: 'received',
      header: t('reports.received'),
      listPosition: 'note',
      cell: ({ received_at: at }) => formatInstant(new Date(at), locale),
    },
    {
      key: 'id',
      header: t('reports.id'),
      isNarrow: true,
      cell: ({ platform, id }) => `${t(`platforms.${platform}` as 'platforms.stripe')} ${id}`,
    },
    {
      key: 'actions',
      header: t('aside.actions'),
      kind: 'actions',
      listPosition: 'last',
      cell: (report) =>
        view.state === 'put_aside' && (
          <>
            <Button variant="second" isSmall onClick={() => onRetry(report)}>
              {t('aside.retry')}
            </Button>
            <Button variant="quiet" isSmall onClick={() => onDismiss(report)}>
              {t('aside.dismiss')}
            </Button>
          </>
        ),
    },
  ]
}
