import type { Database } from '#db/database.ts'
import { type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import { expireApprovals } from './approval-store.ts'

type ApprovalJobDeps = { db: Database; clock: () => Date; log: Parameters<typeof startPollingLoop>[1]['log'] }

/** Starts the job that expires undecided requests. */
export function startApprovalJobs({ db, clock, log }: ApprovalJobDeps): PollingLoop {
  return startPollingLoop(() => expireApprovals(db, clock()), { everySeconds: 60, name: 'expire approvals', log })
}
