import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { ListPager } from '#kit/backoffice/web/list-pager.tsx'
import { readOffset } from '#kit/backoffice/web/read-offset.ts'
import { Button } from '#kit/web/action/button.tsx'
import { EmptyState } from '#kit/web/feedback/empty-state.tsx'
import { ErrorBanner } from '#kit/web/feedback/error-banner.tsx'
import { DescriptionItem, DescriptionList } from '#kit/web/list/description-list.tsx'
import { type Column, Table } from '#kit/web/list/table.tsx'
import { BackLink } from '#kit/web/navigation/back-link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { JobRun, ListedJob } from '../api.ts'
import { JobStatusBadge, useJobName } from './job-status-badge.tsx'
import { jobQuery } from './queries.ts'
import { useRunNow } from './use-run-now.ts'

export function load({ send, prefetch, params, search }: LoadContext) {
  return prefetch(jobQuery(send, { name: params.name!, offset: readOffset(search) }))
}

/** A job with its state on each process and its runs. */
export function JobScreen() {
  const t = useTranslations('desk-jobs')
  const nameOf = useJobName()
  const { name } = useParams({ strict: false }) as { name: string }
  const offset = readOffset(useSearch({ strict: false }))
  const { data: job } = useSuspenseQuery(jobQuery(useSend(), { name, offset }))
  const { run, isBusy, failure } = useRunNow()
  return (
    <>
      <div>
        <BackLink href="/operator/jobs">{t('one.back')}</BackLink>
        <div className="line">
          <h1>{nameOf(name)}</h1>
          <JobStatusBadge state={job.state} />
        </div>
      </div>
      <ErrorBanner>{failure}</ErrorBanner>
      <DescriptionList>
        <DescriptionItem label={t('one.every')}>{t('one.seconds', { count: job.every_seconds })}</DescriptionItem>
        <DescriptionItem label={t('failures')}>{job.failures}</DescriptionItem>
      </DescriptionList>
      <div>
        <Button variant="second" isBusy={isBusy} onClick={() => run(name)}>
          {t('runNow')}
        </Button>
      </div>
      <section className="stack" aria-labelledby="programs-title">
        <h2 id="programs-title">{t('one.where')}</h2>
        <ProgramsTable programs={job.programs} />
      </section>
      <section className="stack" aria-labelledby="runs-title">
        <h2 id="runs-title">{t('one.runs')}</h2>
        <RunsTable runs={job.runs} />
        <ListPager path={`/operator/jobs/${encodeURIComponent(name)}`} view={{}} offset={offset} total={job.total} />
      </section>
    </>
  )
}

function ProgramsTable({ programs }: Pick<ListedJob, 'programs'>) {
  const t = useTranslations('desk-jobs')
  const locale = useLocale()
  const instant = (at: string | null) => (at ? formatInstant(new Date(at), locale) : '—')
  const columns: Column<ListedJob['programs'][number]>[] = [
    { key: 'program', header: t('one.program'), kind: 'name', listPosition: 'title', cell: ({ program }) => program },
    {
      key: 'state',
      header: t('state'),
      listPosition: 'titleEnd',
      cell: ({ state }) => <JobStatusBadge state={state} />,
    },
    { key: 'since', header: t('one.since'), listPosition: 'second', cell: ({ turn_since: since }) => instant(since) },
    { key: 'next', header: t('next'), listPosition: 'secondEnd', cell: ({ next_at: next }) => instant(next) },
    { key: 'seen', header: t('one.seen'), listPosition: 'note', cell: ({ seen_at: seen }) => instant(seen) },
  ]
  return <Table caption={t('one.wherePrograms')} columns={columns} rows={programs} rowKey={({ program }) => program} />
}

function RunsTable({ runs }: { runs: readonly JobRun[] }) {
  const t = useTranslations('desk-jobs')
  const locale = useLocale()
  if (!runs.length) return <EmptyState title={t('one.noneTitle')}>{t('one.noneText')}</EmptyState>
  const columns: Column<JobRun>[] = [
    {
      key: 'began',
      header: t('one.began'),
      kind: 'name',
      listPosition: 'title',
      cell: ({ began_at: at }) => formatInstant(new Date(at), locale),
    },
    { key: 'program', header: t('one.program'), listPosition: 'note', cell: ({ program }) => program },
    { key: 'worked', header: t('one.worked'), kind: 'number', listPosition: 'second', cell: ({ worked }) => worked },
    { key: 'failed', header: t('one.failed'), kind: 'number', listPosition: 'secondEnd', cell: ({ failed }) => failed },
    {
      key: 'error',
      header: t('one.error'),
      listPosition: 'last',
      cell: ({ error_kind: kind }) => kind && <code>{kind}</code>,
    },
    {
      key: 'slowest',
      header: t('one.slowest'),
      kind: 'number',
      cell: ({ slowest_ms: count }) => t('one.milliseconds', { count }),
    },
  ]
  return (
    <Table
      caption={t('one.runsCaption')}
      columns={columns}
      rows={runs}
      rowKey={({ began_at, program }) => `${began_at} ${program}`}
    />
  )
}
