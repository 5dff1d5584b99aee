import type { Database } from '#db/database.ts'
import { type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import type { Files } from '#outside/files/files.ts'
import { scanNextPending } from './scan-pending.ts'

type UploadJobDeps = { db: Database; files: Files; clock: () => Date }

type UploadScanJobDeps = UploadJobDeps & {
  log: Parameters<typeof startPollingLoop>[1]['log'] & { warn(details: object, message: string): void }
}

/** Starts the job that scans waiting files. */
export function startUploadJobs(deps: UploadScanJobDeps): PollingLoop {
  return startPollingLoop(() => scanNextPending(deps), { everySeconds: 5, name: 'scan uploads', log: deps.log })
}
