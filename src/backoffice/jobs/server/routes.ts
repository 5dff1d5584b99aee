import type { Database } from '#db/database.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { listJobs, readJob, runJob } from '../api.ts'
import { filterJobs } from '../rules.ts'
import { findJob, findJobs, findRuns } from './job-store.ts'
import { requestJobRun } from './report-jobs.ts'

type JobDeskDeps = {
  serve: Serve
  db: Database
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
      await requestJobRun(db, name, clock())
      await writeAudit(db, {
        action: 'job_wished',
        actorUserId: actor.userId,
        subject: `job:${name}`,
        requestId: request.id,
      })
      return undefined
    },
  })
}
