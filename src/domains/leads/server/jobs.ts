import type { Database } from '#db/database.ts'
import { type Repeated, repeat } from '#kit/server/repeat.ts'
import { forgetOldLead } from './lead-store.ts'

type Needs = { db: Database; clock: () => Date }

/** Forgets the leads whose time is over and that became no contract. */
export function startLeadJobs({ db, clock, log }: Needs & { log: Parameters<typeof repeat>[1]['log'] }): Repeated {
  return repeat(() => forgetOldLead(db, clock()), { everySeconds: 600, name: 'forget old leads', log })
}
