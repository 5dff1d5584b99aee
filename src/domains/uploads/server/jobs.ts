import type { Database } from '#db/database.ts'
import { type Repeated, repeat } from '#kit/server/repeat.ts'
import type { Files } from '#outside/files/files.ts'
import { scanWaiting } from './scan-waiting.ts'

type Needs = { db: Database; files: Files; clock: () => Date }

type JobDeps = Needs & { log: Parameters<typeof repeat>[1]['log'] & { warn(details: object, message: string): void } }

/** Looks at the files that wait for it. */
export function startUploadJobs(needs: JobDeps): Repeated {
  return repeat(() => scanWaiting(needs), { everySeconds: 5, name: 'scan uploads', log: needs.log })
}
