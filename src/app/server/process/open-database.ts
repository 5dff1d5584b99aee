import { join } from 'node:path'
import type pg from 'pg'
import { openPool } from '#kit/server/database.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres/embedded-postgres.ts'
import { isDatabaseRunning, socketFolderOf } from '#kit/server/embedded-postgres/socket-lock.ts'
import type { Config } from './config.ts'

export type OpenDatabase = { pool: pg.Pool; close(): Promise<void> }

/** Returns the folder of the embedded database within a data folder. */
export function embeddedFolderOf(config: Pick<Config, 'dataFolder'>): string {
  return join(config.dataFolder, 'postgres')
}

/**
 * Opens the configured PostgreSQL, or starts the embedded one.
 * @throws FolderInUseError if another process serves the data folder.
 */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl) {
    const pool = openPool({ url: config.databaseUrl })
    return { pool, close: () => pool.end() }
  }
  const embedded = await startEmbeddedPostgres({ folder: embeddedFolderOf(config) })
  const pool = openPool(embedded)
  return {
    pool,
    async close() {
      await pool.end()
      await embedded.stop()
    },
  }
}

/**
 * Opens the database for a command: the configured PostgreSQL, the embedded one through the server that is running on
 * it, or, if none is, the embedded one itself.
 */
export async function openDatabaseForCommand(config: Config): Promise<OpenDatabase> {
  const folder = embeddedFolderOf(config)
  if (config.databaseUrl || !(await isDatabaseRunning(folder))) return openDatabase(config)
  const pool = openPool({ host: socketFolderOf(folder) }, { connections: 2, statementSeconds: 60 })
  return { pool, close: () => pool.end() }
}
