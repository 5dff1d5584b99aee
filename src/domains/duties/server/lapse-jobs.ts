import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import { endLapsedDuties } from './lapse-store.ts'

type LapseJobDeps = { db: Kysely<DB>; clock: () => Date; log: Parameters<typeof startPollingLoop>[1]['log'] }

/** Starts the job that ends duties which lapse by themselves. Any number of servers may run it concurrently. */
export function startLapseJobs({ db, clock, log }: LapseJobDeps): PollingLoop {
  return startPollingLoop(async () => (await endLapsedDuties(db, clock())) > 0, {
    ...{ everySeconds: 3600, name: 'end lapsed terms', log },
  })
}
