import { listPage, loadListPage } from '#kit/backoffice/web/list-page.ts'
import { ListPageView } from '#kit/backoffice/web/list-page-view.tsx'
import { Button } from '#kit/web/action/button.tsx'
import type { ListedJob } from '../api.ts'
import { jobStates } from '../rules.ts'
import { JobStatusBadge, useJobName } from './job-status-badge.tsx'
import { jobsQuery } from './queries.ts'
import { useRunNow } from './use-run-now.ts'

/** The background jobs of the portal and their state. */
const jobsPage = listPage({
  path: '/operator/jobs',
  texts: 'desk-jobs',
  query: jobsQuery,
  filters: {
    state: { label: 'state', any: 'anyState', values: jobStates, nameOf: (state, t) => t(`states.${state}`) },
  },
  useActions: () => ({ ...useRunNow(), nameOf: useJobName() }),
  columns: [
    { header: 'job', kind: 'name', listPosition: 'title', cell: ({ name }, { actions }) => actions.nameOf(name) },
    { header: 'state', listPosition: 'titleEnd', cell: ({ state }) => <JobStatusBadge state={state} /> },
    {
      header: 'lastRun',
      listPosition: 'second',
      cell: ({ last_run: last }, { t, instant }) => (last ? instant(last.began_at) : t('never')),
    },
    { header: 'next', cell: ({ programs }, { instant }) => instant(soonestRun(programs)) },
    { header: 'failures', kind: 'number', cell: ({ failures }, { count }) => count(failures) },
    { header: 'programs', kind: 'number', cell: ({ programs }) => activePrograms(programs).length },
    {
      header: 'actions',
      kind: 'actions',
      listPosition: 'last',
      cell: ({ name }, { t, actions }) => (
        <Button
          variant="second"
          isSmall
          aria-label={t('runNowOf', { job: actions.nameOf(name) })}
          onClick={() => actions.run(name)}
        >
          {t('runNow')}
        </Button>
      ),
    },
  ],
  rowKey: ({ name }) => name,
  opens: ({ name }) => `/operator/jobs/${encodeURIComponent(name)}`,
})

export const load = loadListPage(jobsPage)

export function JobsScreen() {
  return <ListPageView page={jobsPage} />
}

function activePrograms(programs: ListedJob['programs']) {
  return programs.filter(({ state }) => state !== 'gone')
}

function soonestRun(programs: ListedJob['programs']): string | null {
  const times = activePrograms(programs).flatMap(({ next_at: next }) => (next ? [next] : []))
  return times.sort()[0] ?? null
}
