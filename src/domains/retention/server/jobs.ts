import { type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import type { Files } from '#outside/files/files.ts'
import { deleteExpiredRows, type RetentionDeps } from './delete-expired-rows.ts'
import { removeStoredFile } from './stored-file-removal.ts'

type RetentionJobDeps = RetentionDeps & { files: Files; log: Parameters<typeof startPollingLoop>[1]['log'] }

/**
 * Starts the jobs that delete rows past their retention, and stored files that no row refers to any more. They may run
 * on any number of workers at once.
 */
export function startRetentionJobs(deps: RetentionJobDeps): PollingLoop {
  const { log } = deps
  const jobs = [
    startPollingLoop(() => deleteExpiredRows(deps), { everySeconds: 600, name: 'remove what is past its days', log }),
    startPollingLoop(() => removeStoredFile(deps), { everySeconds: 60, name: 'remove stored files', log }),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}
