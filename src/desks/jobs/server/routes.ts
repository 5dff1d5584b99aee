import type { Database } from '#db/database.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import { listJobs, readJob, runJob } from '../api.ts'
import { findJob, jobsOf, runsOf } from './job-store.ts'
import { wishJob } from './report-jobs.ts'

/** The desk where is read how jobs fare on every server and worker, and where they are begun. */
export function jobDeskRoutes({ serve, db, clock }: { serve: Serve; db: Database; clock: () => Date }) {
  serve(listJobs, async () => ({ items: await jobsOf(db, clock()) }))

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
