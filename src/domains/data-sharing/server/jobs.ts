import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import { endDueConsents, notifyOfEndingConsents } from './data-consents.ts'

type DataSharingJobDeps = {
  db: Kysely<DB>
  clock: () => Date
  log: Parameters<typeof startPollingLoop>[1]['log']
}

/** Tells of consents that end soon, and notes the end of those whose term is over. Their access tokens have ended by themselves. */
export function startDataSharingJobs({ db, clock, log }: DataSharingJobDeps): PollingLoop {
  const endDue = () =>
    db.transaction().execute(async (trx) => {
      const ended = await endDueConsents(trx, clock())
      return ended + (await notifyOfEndingConsents(trx, clock())) > 0
    })
  return startPollingLoop(endDue, { everySeconds: 600, name: 'end data consents', log })
}
