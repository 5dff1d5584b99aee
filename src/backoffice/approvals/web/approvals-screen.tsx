import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { approvalFilters } from '#domains/approvals/rules.ts'
import { ApprovalStateBadge } from '#domains/approvals/web/approval-state-badge.tsx'
import { ListTable } from '#kit/backoffice/web/list-table.tsx'
import { listViewOf, matchValue, useListView } from '#kit/backoffice/web/list-view.ts'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import type { Column } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import { Tabs } from '#kit/web/navigation/tabs.tsx'
import type { LoadContext, SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedApproval } from '../api.ts'
import { type ApprovalsView, approvalsQuery } from './queries.ts'
import { useApprovalTexts } from './use-approval-texts.ts'

const path = '/operator/approvals'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(approvalsQuery(send, viewOf(search)))
}

/** The approval requests of operators: open ones and decided ones. */
export function ApprovalsScreen() {
  const t = useTranslations('desk-approvals.list')
  const view = useListView(viewOf)
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="lead">{t('about')}</p>
      <Tabs
        label={t('show')}
        current={view.state}
        tabs={approvalFilters.map((state) => ({
          key: state,
          label: t(`filters.${state}`),
          href: `${path}?state=${state}`,
        }))}
      />
      <RetryBoundary title={t('failedTitle')} message={t('failedWords')} resetKey={JSON.stringify(view)}>
        <ApprovalsTable view={view} />
      </RetryBoundary>
    </>
  )
}

function ApprovalsTable({ view }: { view: ApprovalsView }) {
  const t = useTranslations('desk-approvals')
  const locale = useLocale()
  const textsOf = useApprovalTexts()
  const { data } = useSuspenseQuery(approvalsQuery(useSend(), view))
  const instant = (at: string) => formatInstant(new Date(at), locale)
  const columns: Column<ListedApproval>[] = [
    {
      key: 'what',
      header: t('list.what'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ id, detail }) => (
        <Link href={`${path}/${id}`}>{detail ? textsOf(detail).headline : t('headlines.unknown')}</Link>
      ),
    },
    {
      key: 'state',
      header: t('approval.state'),
      listPosition: 'titleEnd',
      cell: ({ state }) => <ApprovalStateBadge state={state} />,
    },
    {
      key: 'by',
      header: t('approval.requestedBy'),
      listPosition: 'second',
      cell: ({ requested_by: { name } }) => name,
    },
    {
      key: 'at',
      header: t('approval.requestedAt'),
      listPosition: 'secondEnd',
      cell: ({ requested_at: at }) => instant(at),
    },
    view.state === 'open'
      ? {
          key: 'expires',
          header: t('approval.expires'),
          listPosition: 'note',
          cell: ({ expires_at: at }) => instant(at),
        }
      : {
          key: 'decided',
          header: t('approval.decidedBy'),
          listPosition: 'note',
          cell: ({ decided_by: by, decided_at: at }) => [by?.name, at && instant(at)].filter(Boolean).join(', '),
        },
  ]
  const none = (
    <EmptyState title={t(view.state === 'open' ? 'list.noneTitle' : 'list.noneDecided')}>
      {t('list.noneWords')}
    </EmptyState>
  )
  const texts = (key: 'caption' | 'noneTitle' | 'noneWords') =>
    key === 'caption' ? t(`list.captions.${view.state}`) : t(`list.${key}`)
  return <ListTable {...{ path, view, columns, texts, none }} page={data} rowKey={({ id }) => id} />
}

function viewOf(search: SearchParams): ApprovalsView {
  return { offset: listViewOf(search).offset, state: matchValue(approvalFilters, search.state) ?? 'open' }
}
