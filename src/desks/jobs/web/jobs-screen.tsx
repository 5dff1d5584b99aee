import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { useSentence } from '#desks/common/web/use-sentence.ts'
import { Empty } from '#kit/web/absence.tsx'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedJob } from '../api.ts'
import { JobStanding, useJobName } from './job-words.tsx'
import { jobsQuery } from './queries.ts'
import { useRunNow } from './use-run-now.ts'

export function load({ send, prefetch }: LoadContext) {
  return prefetch(jobsQuery(send))
}

/** What the portal does unasked, and how it fares. */
export function JobsScreen() {
  const t = useTranslations('desk-jobs')
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="lead">{t('about')}</p>
      <Retryable title={t('failedTitle')} words={t('failedWords')} resetKey="jobs">
        <Jobs />
      </Retryable>
    </>
  )
}

function Jobs() {
  const t = useTranslations('desk-jobs')
  const locale = useLocale()
  const nameOf = useJobName()
  const sentenceOf = useSentence('desk-jobs')
  const { data } = useSuspenseQuery(jobsQuery(useSend()))
  const { mutate, error } = useRunNow()
  if (!data.items.length) return <Empty title={t('noneTitle')}>{t('noneWords')}</Empty>

  const instant = (at: string | null) => (at ? formatInstant(new Date(at), locale) : '—')
  const columns: Column<ListedJob>[] = [
    {
      key: 'job',
      header: t('job'),
      kind: 'name',
      place: 'title',
      cell: ({ name }) => <Link href={`/operator/jobs/${encodeURIComponent(name)}`}>{nameOf(name)}</Link>,
    },
    { key: 'state', header: t('state'), place: 'titleEnd', cell: ({ state }) => <JobStanding state={state} /> },
    {
      key: 'last',
      header: t('lastRun'),
      place: 'second',
      cell: ({ last_run: last }) => (last ? instant(last.began_at) : t('never')),
    },
    { key: 'next', header: t('next'), cell: ({ programs }) => instant(soonest(programs)) },
    { key: 'failures', header: t('failures'), kind: 'number', cell: ({ failures }) => failures.toLocaleString(locale) },
    { key: 'programs', header: t('programs'), kind: 'number', cell: ({ programs }) => present(programs).length },
    {
      key: 'run',
      header: t('actions'),
      kind: 'actions',
      place: 'last',
      cell: ({ name }) => (
        <Button variant="second" isSmall aria-label={t('runNowOf', { job: nameOf(name) })} onClick={() => mutate(name)}>
          {t('runNow')}
        </Button>
      ),
    },
  ]
  return (
    <>
      {error && (
        <Banner tone="negative" isNews>
          {sentenceOf(error)}
        </Banner>
      )}
      <Table caption={t('caption')} columns={columns} rows={data.items} rowKey={({ name }) => name} />
    </>
  )
}

function present(programs: ListedJob['programs']) {
  return programs.filter(({ state }) => state !== 'gone')
}

function soonest(programs: ListedJob['programs']): string | null {
  const times = present(programs).flatMap(({ next_at: next }) => (next ? [next] : []))
  return times.sort()[0] ?? null
}
