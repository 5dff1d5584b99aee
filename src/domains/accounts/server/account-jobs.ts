import type { PollingLoop } from '#kit/server/polling-loop.ts'
import { startQueueJob, type WatchedJobDeps } from '#kit/server/queue-job.ts'
import { accountRequestQueue } from './account-request-store.ts'
import { type AccountRequestProcessorDeps, createAccountRequestWorker } from './process-account-requests.ts'

/** Starts the jobs that answer account requests by mail. They may run on any number of servers at once. */
export function startAccountJobs({ watch, ...deps }: AccountRequestProcessorDeps & WatchedJobDeps): PollingLoop {
  const { clock, log } = deps
  const options = { name: 'answer account requests', watch, clock, log }
  return startQueueJob(accountRequestQueue, createAccountRequestWorker(deps), options)
}
