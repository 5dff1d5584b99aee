import type { Database } from '#db/database.ts'
import { type Repeated, repeat } from '#kit/server/repeat.ts'
import type { Files } from '#outside/files/files.ts'
import { scanWaiting } from './scan-waiting.ts'
import { forgetUnused } from './store.ts'

const keptHours = 24

type Needs = { db: Database; files: Files; clock: () => Date }

type JobDeps = Needs & { log: Parameters<typeof repeat>[1]['log'] & { warn(details: object, message: string): void } }

/** Looks at the files that wait for it, and removes those that nothing was sent with for a day. */
export function startUploadJobs(needs: JobDeps): Repeated {
  const { log } = needs
  const jobs = [
    repeat(() => scanWaiting(needs), { everySeconds: 5, name: 'scan uploads', log }),
    repeat(() => removeUnused(needs), { everySeconds: 600, name: 'remove unused uploads', log }),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}

/** Removes one file that nothing was sent with for a day. @returns whether there was one. */
export async function removeUnused({ db, files, clock }: Needs): Promise<boolean> {
  const key = await forgetUnused(db, new Date(clock().getTime() - keptHours * 3_600_000))
  if (key) await files.remove(key)
  return key !== undefined
}
