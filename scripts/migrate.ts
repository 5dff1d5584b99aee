// `npm run migrate`: migrates the database to the schema of this program and prints what was applied. A migration that the
// previous version of the program does not survive is refused while others are connected, unless `--servers-stopped` says that
// they are no servers or workers.

import { checkDatabase } from '#app/server/process/check-database.ts'
import { readConfig } from '#app/server/process/config.ts'
import { migrateUnderLock } from '#app/server/process/migration.ts'
import { openDatabase } from '#app/server/process/open-database.ts'
import { explainFailedStart } from '#app/server/process/start-failure.ts'

try {
  const read = readConfig(process.env)
  const config = { ...read, databaseUrl: read.migrateDatabaseUrl ?? read.databaseUrl }
  const database = await openDatabase(config)
  await checkDatabase(database, { role: 'all' })
  const areServersStopped = process.argv.includes('--servers-stopped')
  const stopOptions = { areServersStopped, report: (sentence: string) => console.log(sentence) }
  const applied = await migrateUnderLock(config, database, stopOptions).finally(() => database.close())
  console.log(applied.length ? applied.map((name) => `Applied ${name}.`).join('\n') : 'There was nothing to migrate.')
} catch (error) {
  console.error(explainFailedStart(error))
  process.exitCode = 1
}
