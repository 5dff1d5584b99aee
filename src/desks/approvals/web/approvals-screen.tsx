import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { ListTable } from '#desks/common/web/list-table.tsx'
import { listViewOf, namedOf, useListView } from '#desks/common/web/list-view.ts'
import { Empty } from '#kit/web/absence.tsx'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import type { Column } from '#kit/web/table.tsx'
import { Tabs } from '#kit/web/tabs.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedApproval } from '../api.ts'
import { approvalFilters } from '../rules.ts'
import { type ApprovalsView, approvalsQuery } from './queries.ts'
import { ApprovalStateChip } from './state-chip.tsx'
import { useApprovalWords } from './use-approval-words.ts'

const path = '/operator/approvals'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(approvalsQuery(send, viewOf(search)))
}

/** What operators have asked for: what waits for another one, and what was decided. */
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
      <Retryable title={t('failedTitle')} words={t('failedWords')} resetKey={JSON.stringify(view)}>
        <Requests view={view} />
      </Retryable>
    </>
  )
}

function Requests({ view }: { view: ApprovalsView }) {
  const t = useTranslations('desk-approvals')
  const locale = useLocale()
  const wordsOf = useApprovalWords()
  const { data } = useSuspenseQuery(approvalsQuery(useSend(), view))
  const instant = (at: string) => formatInstant(new Date(at), locale)
  const columns: Column<ListedApproval>[] = [
    {
      key: 'what',
      header: t('list.what'),
      kind: 'name',
      place: 'title',
      cell: ({ id, detail }) => (
        <Link href={`${path}/${id}`}>{detail ? wordsOf(detail).headline : t('headlines.unknown')}</Link>
      ),
    },
    {
      key: 'state',
      header: t('approval.state'),
      place: 'titleEnd',
      cell: ({ state }) => <ApprovalStateChip state={state} />,
    },
    {
      key: 'by',
      header: t('approval.requestedBy'),
      place: 'second',
      cell: ({ requested_by: { name } }) => name,
    },
    {
      key: 'at',
      header: t('approval.requestedAt'),
      place: 'secondEnd',
      cell: ({ requested_at: at }) => instant(at),
    },
    view.state === 'open'
      ? {
          key: 'expires',
          header: t('approval.expires'),
          place: 'note',
          cell: ({ expires_at: at }) => instant(at),
        }
      : {
          key: 'decided',
          header: t('approval.decidedBy'),
          place: 'note',
          cell: ({ decided_by: by, decided_at: at }) => [by?.name, at && instant(at)].filter(Boolean).join(', '),
        },
  ]
  const none = (
    <Empty title={t(view.state === 'open' ? 'list.noneTitle' : 'list.noneDecided')}>{t('list.noneWords')}</Empty>
  )
  const words = (key: 'caption' | 'noneTitle' | 'noneWords') =>
    key === 'caption' ? t(`list.captions.${view.state}`) : t(`list.${key}`)
  return <ListTable {...{ path, view, columns, words, none }} found={data} rowKey={({ id }) => id} />
}

function viewOf(search: Search): ApprovalsView {
  return { offset: listViewOf(search).offset, state: namedOf(approvalFilters, search.state) ?? 'open' }
}
