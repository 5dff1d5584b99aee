import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDemo } from '#db/demo/create-demo.ts'
import { createLocalFiles } from '#outside/files/local-files.ts'
import { createEmptyDatabase, type MeasuredDatabase, vacuumDatabase } from '../measured-database.ts'
import { signInAsUser } from '../sign-in.ts'

/** A small demo retailer in a database of its own, with the session of a customer with contracts and invoices. */
export async function createDemoDatabase(serverUrl: string): Promise<MeasuredDatabase & { token: string }> {
  const database = await createEmptyDatabase(serverUrl, 'llum_bench_view')
  const files = createLocalFiles(await mkdtemp(join(tmpdir(), 'llum-bench-')))
  await createDemo({ db: database.db, files, now: new Date(), cooperativaPoints: 3, months: 28 })
  await vacuumDatabase(database.pool)
  const { user_id: userId } = await database.db
    .selectFrom('user_account')
    .select('user_id')
    .where('login', '=', 'anna')
    .executeTakeFirstOrThrow()
  return { ...database, token: await signInAsUser(database.db, userId) }
}
