import type { Database } from '#db/database.ts'
import type { Locale } from '#kit/locale.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import { listJobs, readJob, runJob } from '../api.ts'
import { jobsFound } from '../rules.ts'
import { findJob, jobsOf, runsOf } from './job-store.ts'
import { wishJob } from './report-jobs.ts'

type Needs = {
  serve: Serve
  db: Database
  clock: () => Date
  /** What jobs do, by their names. */
  wordsOf: (locale: Locale) => Record<string, string>
}

/** The desk where is read how jobs fare on every server and worker, and where they are begun. */
export function jobDeskRoutes({ serve, db, clock, wordsOf }: Needs) {
  serve(listJobs, async ({ actor: { locale }, query: { offset, limit, ...narrowed } }) => {
    // How a job stands is a matter of the moment, and there are as many as the product has.
    const found = jobsFound(await jobsOf(db, clock()), narrowed, wordsOf(locale))
    return { items: found.slice(offset, offset + limit), total: found.length }
  })

  serve(readJob, {
    find: ({ params }) => findJob(db, params.name, clock()),
    act: async ({ subject, query }) => ({ ...subject, ...(await runsOf(db, { job: subject.name, ...query })) }),
  })

  serve(runJob, {
    find: ({ params }) => findJob(db, params.name, clock()),
    async act({ actor, subject: { name }, request }) {
      await wishJob(db, name, clock())
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
