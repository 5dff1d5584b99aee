import { useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useLocale, useTranslations } from 'use-intl'
import { ListPager } from '#desks/common/web/list-pager.tsx'
import { offsetOf } from '#desks/common/web/offset-of.ts'
import { SearchBox } from '#desks/common/web/search-box.tsx'
import { useSentence } from '#desks/common/web/use-sentence.ts'
import { Empty } from '#kit/web/absence.tsx'
import { Banner } from '#kit/web/banner.tsx'
import { Button } from '#kit/web/button.tsx'
import { Link } from '#kit/web/link.tsx'
import { NativeSelect } from '#kit/web/native-select.tsx'
import type { LoadContext, Search } from '#kit/web/page.ts'
import { useSend } from '#kit/web/portal.ts'
import { Retryable } from '#kit/web/retryable.tsx'
import { type Column, Table } from '#kit/web/table.tsx'
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
  const view = viewOf(useSearch({ strict: false }) as Search)
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="lead">{t('about')}</p>
      <SearchBox label={t('label')} hint={t('hint')} submit={t('find')} value={view.q} path={path}>
        <NativeSelect
          key={`state ${view.state}`}
          name="state"
          label={t('state')}
          width="fit"
          defaultValue={view.state ?? ''}
          options={[
            { value: '', label: t('anyState') },
            ...jobStates.map((state) => ({ value: state, label: t(`states.${state}`) })),
          ]}
        />
      </SearchBox>
      <Retryable title={t('failedTitle')} words={t('failedWords')} resetKey={JSON.stringify(view)}>
        <Jobs view={view} />
      </Retryable>
    </>
  )
}

function Jobs({ view }: { view: JobsView }) {
  const t = useTranslations('desk-jobs')
  const locale = useLocale()
  const nameOf = useJobName()
  const sentenceOf = useSentence('desk-jobs')
  const { data } = useSuspenseQuery(jobsQuery(useSend(), view))
  const { mutate, error } = useRunNow()
  const { q, state, offset } = view
  if (!data.items.length)
    return q || state || offset ? (
      <Empty kind="filtered" title={t('noneFoundTitle')}>
        {t('noneFoundWords')}
      </Empty>
    ) : (
      <Empty title={t('noneTitle')}>{t('noneWords')}</Empty>
    )

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
      <ListPager path={path} view={{ q, ...(state ? { state } : {}) }} offset={offset} total={data.total} />
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
  const { q = '', state } = search
  return { q: q.trim(), state: jobStates.find((each) => each === state), offset: offsetOf(search) }
}
