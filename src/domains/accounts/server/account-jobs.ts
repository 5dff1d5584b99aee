import { startPollingLoop } from '#kit/server/polling-loop.ts'
import { type AccountRequestProcessorDeps, processNextRequest } from './process-account-requests.ts'

/** Starts the jobs that answer account requests by mail. They may run on any number of servers at once. */
export function startAccountJobs(deps: AccountRequestProcessorDeps): { stop(): Promise<void> } {
  return startPollingLoop(() => processNextRequest(deps), {
    everySeconds: 1,
    name: 'answer account requests',
    log: deps.log,
  })
}
