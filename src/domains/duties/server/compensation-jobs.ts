import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import { proposeCompensations } from './compensation-store.ts'

type CompensationJobDeps = { db: Kysely<DB>; clock: () => Date; log: Parameters<typeof startPollingLoop>[1]['log'] }

/** Starts the job that proposes to operators what missed terms cost. Any number of servers may run it concurrently. */
export function startCompensationJobs({ db, clock, log }: CompensationJobDeps): PollingLoop {
  return startPollingLoop(async () => (await proposeCompensations(db, clock())) > 0, {
    ...{ everySeconds: 3600, name: 'propose compensations', log },
  })
}
