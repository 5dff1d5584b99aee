import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { ListPager } from '#desks/common/web/list-pager.tsx'
import { listViewOf, useListView } from '#desks/common/web/list-view.ts'
import { Empty } from '#kit/web/absence.tsx'
import { BackLink } from '#kit/web/back-link.tsx'
import { Button } from '#kit/web/button.tsx'
import { Fact, Facts } from '#kit/web/facts.tsx'
import { Failure } from '#kit/web/failure.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { JobRun, ListedJob } from '../api.ts'
import { JobStanding, useJobName } from './job-words.tsx'
import { jobQuery } from './queries.ts'
import { useRunNow } from './use-run-now.ts'

export function load({ send, prefetch, params, search }: LoadContext) {
  return prefetch(jobQuery(send, { name: params.name!, offset: listViewOf(search).offset }))
}

/** A job: how it stands on each program, and what it did. */
export function JobScreen() {
  const t = useTranslations('desk-jobs')
  const nameOf = useJobName()
  const { name } = useParams({ strict: false }) as { name: string }
  const { offset } = useListView(listViewOf)
  const { data: job } = useSuspenseQuery(jobQuery(useSend(), { name, offset }))
  const { go, isBusy, failure } = useRunNow()
  return (
    <>
      <div>
        <BackLink href="/operator/jobs">{t('one.back')}</BackLink>
        <div className="line">
          <h1>{nameOf(name)}</h1>
          <JobStanding state={job.state} />
        </div>
      </div>
      <Failure>{failure}</Failure>
      <Facts>
        <Fact label={t('one.every')}>{t('one.seconds', { count: job.every_seconds })}</Fact>
        <Fact label={t('failures')}>{job.failures}</Fact>
      </Facts>
      <div>
        <Button variant="second" isBusy={isBusy} onClick={() => go(name)}>
          {t('runNow')}
        </Button>
      </div>
      <section className="stack" aria-labelledby="programs-title">
        <h2 id="programs-title">{t('one.where')}</h2>
        <Programs programs={job.programs} />
      </section>
      <section className="stack" aria-labelledby="runs-title">
        <h2 id="runs-title">{t('one.runs')}</h2>
        <Runs runs={job.runs} />
        <ListPager path={`/operator/jobs/${encodeURIComponent(name)}`} view={{}} offset={offset} total={job.total} />
      </section>
    </>
  )
}

function Programs({ programs }: Pick<ListedJob, 'programs'>) {
  const t = useTranslations('desk-jobs')
  const locale = useLocale()
  const instant = (at: string | null) => (at ? formatInstant(new Date(at), locale) : '—')
  const columns: Column<ListedJob['programs'][number]>[] = [
    { key: 'program', header: t('one.program'), kind: 'name', place: 'title', cell: ({ program }) => program },
    { key: 'state', header: t('state'), place: 'titleEnd', cell: ({ state }) => <JobStanding state={state} /> },
    { key: 'since', header: t('one.since'), place: 'second', cell: ({ turn_since: since }) => instant(since) },
    { key: 'next', header: t('next'), place: 'secondEnd', cell: ({ next_at: next }) => instant(next) },
    { key: 'seen', header: t('one.seen'), place: 'note', cell: ({ seen_at: seen }) => instant(seen) },
  ]
  return <Table caption={t('one.wherePrograms')} columns={columns} rows={programs} rowKey={({ program }) => program} />
}

function Runs({ runs }: { runs: readonly JobRun[] }) {
  const t = useTranslations('desk-jobs')
  const locale = useLocale()
  if (!runs.length) return <Empty title={t('one.noneTitle')}>{t('one.noneWords')}</Empty>
  const columns: Column<JobRun>[] = [
    {
      key: 'began',
      header: t('one.began'),
      kind: 'name',
      place: 'title',
      cell: ({ began_at: at }) => formatInstant(new Date(at), locale),
    },
    { key: 'program', header: t('one.program'), place: 'note', cell: ({ program }) => program },
    { key: 'worked', header: t('one.worked'), kind: 'number', place: 'second', cell: ({ worked }) => worked },
    { key: 'failed', header: t('one.failed'), kind: 'number', place: 'secondEnd', cell: ({ failed }) => failed },
    {
      key: 'error',
      header: t('one.error'),
      place: 'last',
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
