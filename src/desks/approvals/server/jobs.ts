import type { Database } from '#db/database.ts'
import { type Repeated, repeat } from '#kit/server/repeat.ts'
import { expireApprovals } from './approval-store.ts'

type ApprovalJobDeps = { db: Database; clock: () => Date; log: Parameters<typeof repeat>[1]['log'] }

/** Ends the requests that nobody has decided in time. */
export function startApprovalJobs({ db, clock, log }: ApprovalJobDeps): Repeated {
  return repeat(() => expireApprovals(db, clock()), { everySeconds: 60, name: 'expire approvals', log })
}
