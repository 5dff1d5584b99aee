import type { Database } from '#db/database.ts'
import type { PollingLoop } from '#kit/server/polling-loop.ts'
import { startQueueJob, type WatchedJobDeps } from '#kit/server/queue-job.ts'
import type { Files } from '#outside/files/files.ts'
import { createScanWorker, uploadQueue } from './scan-pending.ts'

type UploadScanJobDeps = WatchedJobDeps & {
  db: Database
  files: Files
  log: WatchedJobDeps['log'] & { warn(details: object, message: string): void }
}

/** Starts the job that scans waiting files. */
export function startUploadJobs(deps: UploadScanJobDeps): PollingLoop {
  const { watch, clock, log } = deps
  return startQueueJob(uploadQueue, createScanWorker(deps), { name: 'scan uploads', watch, clock, log })
}
