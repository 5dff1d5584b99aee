import { setTimeout as pause } from 'node:timers/promises'
import { isMigrated, migrate } from '#db/migrate.ts'
import { openPool, queries } from '#kit/server/database.ts'
import { clientOf } from '#kit/server/primary.ts'
import type { Config } from './config.ts'
import type { OpenDatabase } from './open-database.ts'

/** Thrown where a program meets a database that lacks tables it needs. */
export class NotMigrated extends Error {}

// Any number that nothing else locks by.
const lockKey = 7_012_026
const statementSeconds = 3_600
const lockTries = 30

/**
 * Brings the database to the schema of this program; answers the names of what was applied. Whoever comes second waits for
 * the first and finds nothing to do. A table that is in use is asked for again and again, a second at a time, so that
 * nobody queues up behind a migration that waits.
 */
export async function migrateUnderLock(config: Config, { pool }: OpenDatabase): Promise<string[]> {
  // The embedded database is one process's own.
  if (!config.databaseUrl) return migrate(queries<never>(pool))
  const { connectionString, Client } = clientOf(config.databaseUrl)
  const lock = new Client({ connectionString })
  await lock.connect()
  const bulk = openPool({ url: config.databaseUrl }, { connections: 2, statementSeconds })
  try {
    await lock.query('select pg_advisory_lock($1)', [lockKey])
    return await untilTablesAreFree(() => migrate(queries<never>(bulk)))
  } finally {
    await bulk.end()
    await lock.end()
  }
}

/** Sees that a program that does not migrate by itself finds what it needs. @throws NotMigrated. */
export async function requireMigrated({ pool }: OpenDatabase) {
  if (await isMigrated(queries<never>(pool))) return
  throw new NotMigrated(
    'The database has not been migrated to this version of the program: run `npm run migrate` first.',
  )
}

async function untilTablesAreFree<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const isLocked = (error as { code?: string }).code === '55P03'
      if (!isLocked || tries === lockTries) throw error
      await pause(1_000)
    }
  }
}
