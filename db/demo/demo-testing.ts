import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { openTestDatabase } from '#app/server/testing/test-database.ts'
import { createKysely } from '#kit/server/database.ts'
import type { Files } from '#outside/files/files.ts'
import { createLocalFiles } from '#outside/files/local-files.ts'
import type { DB } from '../tables.ts'
import { createDemo } from './create-demo.ts'

export type DemoEnvironment = { db: Kysely<DB>; files: Files; close(): Promise<void> }

/** Opens an empty database and an empty file store in which to create a demo. */
export async function openDemoEnvironment(): Promise<DemoEnvironment> {
  const database = await openTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'llum-demo-'))
  return {
    db: createKysely<DB>(database.pool),
    files: createLocalFiles(folder),
    async close() {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The day and size of the demo used by tests. */
export const smallDemo = { now: new Date('2026-11-20T12:00:00Z'), cooperativaPoints: 24, months: 6 }

/** Creates a database with a small demo: all customers, half a year, and 24 supply points of the cooperative. */
export async function createSmallDemo(): Promise<DemoEnvironment> {
  const environment = await openDemoEnvironment()
  await createDemo({ ...environment, ...smallDemo })
  return environment
}
