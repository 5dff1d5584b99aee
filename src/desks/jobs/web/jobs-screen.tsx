import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { DeskList } from '#desks/common/web/desk-list.tsx'
import { ListFilter } from '#desks/common/web/list-filter.tsx'
import { ListTable } from '#desks/common/web/list-table.tsx'
import { listViewOf, namedOf, useListView } from '#desks/common/web/list-view.ts'
import { Empty } from '#kit/web/absence.tsx'
import { Button } from '#kit/web/button.tsx'
import { Failure } from '#kit/web/failure.tsx'
import { Link } from '#kit/web/link.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import type { Column } from '#kit/web/table.tsx'
import { formatDecimal } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { ListedJob } from '../api.ts'
import { jobStates } from '../rules.ts'
import { JobStanding, useJobName } from './job-words.tsx'
import { type JobsView, jobsQuery } from './queries.ts'
import { useRunNow } from './use-run-now.ts'

const path = '/operator/jobs'

export function load({ send, prefetch, search }: LoadContext) {
  return prefetch(jobsQuery(send, viewOf(search)))
}

/** What the portal does unasked, and how it fares. */
export function JobsScreen() {
  const t = useTranslations('desk-jobs')
  const view = useListView(viewOf)
  return (
    <DeskList
      {...{ path, view }}
      words={t}
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
      <Jobs view={view} />
    </DeskList>
  )
}

function Jobs({ view }: { view: JobsView }) {
  const t = useTranslations('desk-jobs')
  const locale = useLocale()
  const nameOf = useJobName()
  const { data } = useSuspenseQuery(jobsQuery(useSend(), view))
  const { go, failure } = useRunNow()
  const instant = (at: string | null) => (at ? formatInstant(new Date(at), locale) : '—')
  const columns: Column<ListedJob>[] = [
    {
      key: 'job',
      header: t('job'),
      kind: 'name',
      place: 'title',
      cell: ({ name }) => <Link href={`${path}/${encodeURIComponent(name)}`}>{nameOf(name)}</Link>,
    },
    { key: 'state', header: t('state'), place: 'titleEnd', cell: ({ state }) => <JobStanding state={state} /> },
    {
      key: 'last',
      header: t('lastRun'),
      place: 'second',
      cell: ({ last_run: last }) => (last ? instant(last.began_at) : t('never')),
    },
    { key: 'next', header: t('next'), cell: ({ programs }) => instant(soonest(programs)) },
    { key: 'failures', header: t('failures'), kind: 'number', cell: ({ failures }) => formatDecimal(failures, locale) },
    { key: 'programs', header: t('programs'), kind: 'number', cell: ({ programs }) => present(programs).length },
    {
      key: 'run',
      header: t('actions'),
      kind: 'actions',
      place: 'last',
      cell: ({ name }) => (
        <Button variant="second" isSmall aria-label={t('runNowOf', { job: nameOf(name) })} onClick={() => go(name)}>
          {t('runNow')}
        </Button>
      ),
    },
  ]
  const isNarrowed = view.q || view.state || view.offset
  const none = isNarrowed ? undefined : <Empty title={t('noneYetTitle')}>{t('noneYetWords')}</Empty>
  return (
    <>
      <Failure>{failure}</Failure>
      <ListTable {...{ path, view, columns, none }} words={t} found={data} rowKey={({ name }) => name} />
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

function viewOf(search: Search): JobsView {
  return { ...listViewOf(search), state: namedOf(jobStates, search.state) }
}
