import type { Database } from '#db/database.ts'
import { type Repeated, repeat } from '#kit/server/repeat.ts'
import type { Files } from '#outside/files/files.ts'
import { forgetUnused } from './store.ts'

const keptHours = 24

type Needs = { db: Database; files: Files; clock: () => Date }

/** Removes the files that nothing was sent with for a day. */
export function startUploadJobs(needs: Needs & { log: Parameters<typeof repeat>[1]['log'] }): Repeated {
  return repeat(() => removeUnused(needs), { everySeconds: 600, name: 'remove unused uploads', log: needs.log })
}

/** Removes one file that nothing was sent with for a day. @returns whether there was one. */
export async function removeUnused({ db, files, clock }: Needs): Promise<boolean> {
  const key = await forgetUnused(db, new Date(clock().getTime() - keptHours * 3_600_000))
  if (key) await files.remove(key)
  return key !== undefined
}
