import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { auditChange } from '#kit/backoffice/server/audit-change.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { listJobs, readJob, runJob } from '../api.ts'
import { filterJobs } from '../rules.ts'
import { findJob, findJobs, findRuns } from './job-store.ts'
import { requestJobRun } from './report-jobs.ts'

type JobDeskDeps = {
  serve: Serve
  db: Kysely<DB>
  clock: () => Date
  /** The translated names of the jobs. */
  jobNamesFor: (locale: Locale) => Record<string, string>
}

/** Registers the back-office routes for the state of jobs on every server and worker, and for starting them. */
export function jobDeskRoutes({ serve, db, clock, jobNamesFor }: JobDeskDeps) {
  serve(listJobs, async ({ actor: { locale }, query: { offset, limit, ...filter } }) => {
    // The state depends on the current time and the number of jobs is small, so the filter runs in memory.
    const matches = filterJobs(await findJobs(db, clock()), filter, jobNamesFor(locale))
    return { items: matches.slice(offset, offset + limit), total: matches.length }
  })

  serve(readJob, {
    find: ({ params }) => findJob(db, params.name, clock()),
    act: async ({ subject, query }) => ({ ...subject, ...(await findRuns(db, { job: subject.name, ...query })) }),
  })

  serve(runJob, {
    find: ({ params }) => findJob(db, params.name, clock()),
    async act({ actor, subject: { name }, request }) {
      await db.transaction().execute(async (db) => {
        await requestJobRun(db, name, clock())
        await auditChange({ db, actor, request, action: 'job_wished', subject: `job:${name}` })
      })
      return undefined
    },
  })
}
