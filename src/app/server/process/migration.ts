import { setTimeout as pause } from 'node:timers/promises'
import { isMigrated, migrate } from '#db/migrate.ts'
import { createKysely, openPool } from '#kit/server/database.ts'
import { clientConfigFor } from '#kit/server/primary-finder.ts'
import type { Config } from './config.ts'
import type { OpenDatabase } from './open-database.ts'
import { requireStop, type StopOptions } from './require-stop.ts'

/** Thrown if a database lacks tables that a program needs. */
export class NotMigratedError extends Error {}

// An arbitrary number that no other lock uses.
const lockKey = 7_012_026
const statementSeconds = 3_600
const maxLockTries = 30

/**
 * Migrates the database to the schema of this program; returns the names of the applied migrations. A concurrent second
 * call waits for the first and finds nothing to do. The lock on a table in use is requested repeatedly, one second at a
 * time, so that no query queues behind a waiting migration.
 * @throws StopNeededError if a migration is not compatible with the previous version, which may still be running.
 */
export async function migrateUnderLock(
  config: Config,
  { pool }: OpenDatabase,
  stopOptions: StopOptions = {},
): Promise<string[]> {
  // The embedded database belongs to a single process.
  if (!config.databaseUrl) return migrate(createKysely<never>(pool))
  const { connectionString, Client } = clientConfigFor(config.databaseUrl)
  const lock = new Client({ connectionString })
  await lock.connect()
  const bulk = openPool({ url: config.databaseUrl }, { connections: 2, statementSeconds })
  try {
    await lock.query('select pg_advisory_lock($1)', [lockKey])
    await requireStop(lock, createKysely<never>(bulk), stopOptions)
    return await retryWhileLocked(() => migrate(createKysely<never>(bulk)))
  } finally {
    await bulk.end()
    await lock.end()
  }
}

/** Checks that the tables exist for a program that does not migrate by itself. @throws NotMigratedError. */
export async function requireMigrated({ pool }: OpenDatabase) {
  if (await isMigrated(createKysely<never>(pool))) return
  throw new NotMigratedError(
    'The database has not been migrated to this version of the program: run `npm run migrate` first.',
  )
}

async function retryWhileLocked<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const isLocked = (error as { code?: string }).code === '55P03'
      if (!isLocked || tries === maxLockTries) throw error
      await pause(1_000)
    }
  }
}
