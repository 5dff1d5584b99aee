import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { ListTable } from '#desks/common/web/list-table.tsx'
import { listViewOf, namedOf, useListView } from '#desks/common/web/list-view.ts'
import { useAct } from '#desks/common/web/use-act.ts'
import { Empty } from '#kit/web/absence.tsx'
import { BackLink } from '#kit/web/back-link.tsx'
import { Button } from '#kit/web/button.tsx'
import { Chip } from '#kit/web/chip.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import type { Column } from '#kit/web/table.tsx'
import { Tabs } from '#kit/web/tabs.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedReport } from '../reports-api.ts'
import { reportFilters } from '../rules.ts'
import { useReportWord } from './payment-history.tsx'
import { paymentsKey, type ReportsView, reportsQuery } from './queries.ts'

const DismissDialog = lazy(async () => ({ default: (await import('./dismiss-dialog.tsx')).DismissDialog }))

const path = '/operator/payments/reports'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(reportsQuery(send, viewOf(search)))
}

/** What card providers reported and could not be applied, for somebody to look at. */
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
      <Retryable title={t('aside.failedTitle')} words={t('list.failedWords')} resetKey={JSON.stringify(view)}>
        <Found view={view} />
      </Retryable>
    </>
  )
}

function Found({ view }: { view: ReportsView }) {
  const t = useTranslations('desk-payments')
  const locale = useLocale()
  const wordOf = useReportWord()
  const send = useSend()
  const { data } = useSuspenseQuery(reportsQuery(send, view))
  const [dismissed, setDismissed] = useState<ListedReport | null>(null)
  const { go, failure } = useAct({
    desk: 'desk-payments',
    stale: paymentsKey,
    done: () => t('aside.retried'),
    act: async ({ platform, id }: ListedReport) =>
      send((await import('../reports-api.ts')).retryReport, { params: { platform, id } }),
  })
  const columns: Column<ListedReport>[] = [
    { key: 'told', header: t('reports.told'), kind: 'name', place: 'title', cell: ({ told }) => wordOf(told) },
    {
      key: 'reason',
      header: t('aside.reason'),
      place: 'second',
      cell: ({ reason, failures }) =>
        reason ? <Chip tone="negative">{t(`aside.reasons.${reason}`)}</Chip> : t('aside.tries', { count: failures }),
    },
    {
      key: 'payment',
      header: t('payment.title'),
      place: 'titleEnd',
      cell: ({ payment }) => payment && <Link href={`/operator/payments/${payment}`}>{t('aside.payment')}</Link>,
    },
    {
      key: 'received',
      header: t('reports.received'),
      place: 'note',
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
      place: 'last',
      cell: (report) =>
        view.state === 'put_aside' && (
          <>
            <Button variant="second" isSmall onClick={() => go(report)}>
              {t('aside.retry')}
            </Button>
            <Button variant="quiet" isSmall onClick={() => setDismissed(report)}>
              {t('aside.dismiss')}
            </Button>
          </>
        ),
    },
  ]
  const words = (key: 'caption' | 'noneTitle' | 'noneWords') => t(`aside.${key}`)
  const none = <Empty title={t('aside.noneTitle')}>{t('aside.noneWords')}</Empty>
  return (
    <>
      <Failure>{failure}</Failure>
      <ListTable {...{ path, view, columns, words, none }} found={data} rowKey={({ platform, id }) => platform + id} />
      {dismissed && (
        <Suspense>
          <DismissDialog report={dismissed} onClose={() => setDismissed(null)} />
        </Suspense>
      )}
    </>
  )
}

function viewOf(search: Search): ReportsView {
  return { offset: listViewOf(search).offset, state: namedOf(reportFilters, search.state) ?? 'put_aside' }
}
