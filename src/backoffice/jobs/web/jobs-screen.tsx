import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { DeskList } from '#kit/backoffice/web/desk-list.tsx'
import { ListFilter } from '#kit/backoffice/web/list-filter.tsx'
import { ListTable } from '#kit/backoffice/web/list-table.tsx'
import { listViewOf, matchValue, useListView } from '#kit/backoffice/web/list-view.ts'
import { Button } from '#kit/web/action/button.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import type { Column } from '#kit/web/list/table.tsx'
import { Link } from '#kit/web/navigation/link.tsx'
import type { LoadContext, SearchParams } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatDecimal } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedJob } from '../api.ts'
import { jobStates } from '../rules.ts'
import { JobStatusBadge, useJobName } from './job-status-badge.tsx'
import { type JobsView, jobsQuery } from './queries.ts'
import { useRunNow } from './use-run-now.ts'

const path = '/operator/jobs'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(jobsQuery(send, viewOf(search)))
}

/** The background jobs of the portal and their state. */
export function JobsScreen() {
  const t = useTranslations('desk-jobs')
  const view = useListView(viewOf)
  return (
    <DeskList
      {...{ path, view }}
      texts={t}
      about={t('about')}
      hint={t('hint')}
      filters={
        <ListFilter
          name="state"
          label={t('state')}
          value={view.state}
          any={t('anyState')}
          options={jobStates.map((state) => ({ value: state, label: t(`states.${state}`) }))}
        />
      }
    >
      <JobsTable view={view} />
    </DeskList>
  )
}

function JobsTable({ view }: { view: JobsView }) {
  const t = useTranslations('desk-jobs')
  const locale = useLocale()
  const nameOf = useJobName()
  const { data } = useSuspenseQuery(jobsQuery(useSend(), view))
  const { run, failure } = useRunNow()
  const instant = (at: string | null) => (at ? formatInstant(new Date(at), locale) : '—')
  const columns: Column<ListedJob>[] = [
    {
      key: 'job',
      header: t('job'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ name }) => <Link href={`${path}/${encodeURIComponent(name)}`}>{nameOf(name)}</Link>,
    },
    {
      key: 'state',
      header: t('state'),
      listPosition: 'titleEnd',
      cell: ({ state }) => <JobStatusBadge state={state} />,
    },
    {
      key: 'last',
      header: t('lastRun'),
      listPosition: 'second',
      cell: ({ last_run: last }) => (last ? instant(last.began_at) : t('never')),
    },
    { key: 'next', header: t('next'), cell: ({ programs }) => instant(soonestRun(programs)) },
    { key: 'failures', header: t('failures'), kind: 'number', cell: ({ failures }) => formatDecimal(failures, locale) },
    { key: 'programs', header: t('programs'), kind: 'number', cell: ({ programs }) => activePrograms(programs).length },
    {
      key: 'run',
      header: t('actions'),
      kind: 'actions',
      listPosition: 'last',
      cell: ({ name }) => (
        <Button variant="second" isSmall aria-label={t('runNowOf', { job: nameOf(name) })} onClick={() => run(name)}>
          {t('runNow')}
        </Button>
      ),
    },
  ]
  const isNarrowed = view.q || view.state || view.offset
  const none = isNarrowed ? undefined : <EmptyState title={t('noneYetTitle')}>{t('noneYetWords')}</EmptyState>
  return (
    <>
      <ErrorBanner>{failure}</ErrorBanner>
      <ListTable {...{ path, view, columns, none }} texts={t} page={data} rowKey={({ name }) => name} />
    </>
  )
}

function activePrograms(programs: ListedJob['programs']) {
  return programs.filter(({ state }) => state !== 'gone')
}

function soonestRun(programs: ListedJob['programs']): string | null {
  const times = activePrograms(programs).flatMap(({ next_at: next }) => (next ? [next] : []))
  return times.sort()[0] ?? null
}

function viewOf(search: SearchParams): JobsView {
  return { ...listViewOf(search), state: matchValue(jobStates, search.state) }
}
