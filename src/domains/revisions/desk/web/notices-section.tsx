import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { ListPager } from '#kit/backoffice/web/list-pager.tsx'
import { readOffset } from '#kit/backoffice/web/read-offset.ts'
import { DownloadLink } from '#kit/web/action/download-link.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { RetryBoundary } from '#kit/web/feedback/retry-boundary.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { Tabs } from '#kit/web/navigation/tabs.tsx'
import type { SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import { noticeStates } from '../../rules.ts'
import { type DeskRevisionDetails, type ListedNotice, noticeFilters } from '../api.ts'
import { downloadNoticeAsSent } from '../downloads.ts'
import { noticesQuery } from './queries.ts'

type NoticesView = { state: (typeof noticeFilters)[number]; offset: number }

/** Returns the state of the list of notices from its address. */
export function noticesViewOf(search: SearchParams): NoticesView {
  const state = noticeFilters.find((each) => each === search.state) ?? 'all'
  return { state, offset: readOffset(search) }
}

/** The notices of a revision by their state, each as its customer received it and with the proof of its delivery. */
export function NoticesSection({ revision }: { revision: DeskRevisionDetails }) {
  const t = useTranslations('desk-revisions')
  const { id, counts, contracts, left } = revision
  const view = noticesViewOf(useSearch({ strict: false }) as SearchParams)
  const path = `/operator/revisions/${id}`
  const tabs = [
    { key: 'all', label: t('notices.all'), count: contracts, href: path },
    ...noticeStates
      .filter((state) => counts[state])
      .map((state) => ({
        ...{ key: state, label: t(`noticeStates.${state}`), href: `${path}?state=${state}` },
        count: counts[state]!,
      })),
    ...(left ? [{ key: 'left', label: t('notices.leaving'), count: left, href: `${path}?state=left` }] : []),
  ]
  return (
    <section className="stack" aria-labelledby="notices-title">
      <h2 id="notices-title">{t('notices.title')}</h2>
      <Tabs label={t('notices.filter')} tabs={tabs} current={view.state} />
      <RetryBoundary
        title={t('notices.failedTitle')}
        message={t('failedText')}
        resetKey={`${view.state} ${view.offset}`}
      >
        <NoticesTable id={id} view={view} />
      </RetryBoundary>
    </section>
  )
}

function NoticesTable({ id, view }: { id: string; view: NoticesView }) {
  const t = useTranslations('desk-revisions')
  const locale = useLocale()
  const { data } = useSuspenseQuery(noticesQuery(useSend(), id, view))
  if (data.items.length === 0) return <EmptyState title={t('notices.noneTitle')}>{t('notices.noneText')}</EmptyState>
  const instant = (at: string | null) => (at ? formatInstant(new Date(at), locale) : '—')
  const columns: Column<ListedNotice>[] = [
    column('contract', ({ contract }) => contract, { kind: 'name', listPosition: 'title' }),
    column('holder', ({ holder }) => holder, { listPosition: 'second' }),
    column('state', ({ state }) => t(`noticeStates.${state}`), { listPosition: 'titleEnd' }),
    column('lateReason', ({ late_reason: reason }) => (reason ? t(`lateReasons.${reason}`) : '—'), { isNarrow: true }),
    column('deliveredAt', ({ delivered_at }) => instant(delivered_at), { listPosition: 'note' }),
    column('deliveredTo', (row) => row.posting_reference ?? row.delivered_to.join(' '), { isNarrow: true }),
    column('leftAt', ({ left_at }) => instant(left_at)),
    column('paper', (row) => <NoticePaper notice={row} />, { kind: 'actions', listPosition: 'last' }),
  ]
  return (
    <>
      <Table caption={t('notices.caption')} columns={columns} rows={data.items} rowKey={(row) => row.id} />
      <ListPager
        path={`/operator/revisions/${id}`}
        view={{ state: view.state === 'all' ? undefined : view.state }}
        offset={view.offset}
        total={data.total}
      />
    </>
  )

  function column(
    key: 'contract' | 'holder' | 'state' | 'lateReason' | 'deliveredAt' | 'deliveredTo' | 'leftAt' | 'paper',
    cell: Column<ListedNotice>['cell'],
    rest: Partial<Column<ListedNotice>> = {},
  ): Column<ListedNotice> {
    return { key, header: t(`notices.${key}`), cell, ...rest }
  }
}

function NoticePaper({ notice: { id, contract, state } }: { notice: ListedNotice }) {
  const t = useTranslations('desk-revisions.notices')
  if (state === 'waiting' || state === 'failed' || state === 'stopped' || state === 'too_late') return null
  return (
    <DownloadLink call={downloadNoticeAsSent} params={{ notice: id }} label={`${t('asSent')} ${contract}`} isInNewTab />
  )
}
