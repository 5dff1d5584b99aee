import { type Repeated, repeat } from '#kit/server/repeat.ts'
import type { Files } from '#outside/files/files.ts'
import { type ForgettingDeps, forgetOld } from './forget-old.ts'
import { removeStoredFile } from './stored-files.ts'

type RetentionJobDeps = ForgettingDeps & { files: Files; log: Parameters<typeof repeat>[1]['log'] }

/** Removes what is past its days, and the stored files that nothing names any more. Any number of workers may do it at once. */
export function startRetentionJobs(deps: RetentionJobDeps): Repeated {
  const { log } = deps
  const jobs = [
    repeat(() => forgetOld(deps), { everySeconds: 600, name: 'remove what is past its days', log }),
    repeat(() => removeStoredFile(deps), { everySeconds: 60, name: 'remove stored files', log }),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}
