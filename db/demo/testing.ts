import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { testDatabase } from '#app/server/testing/test-database.ts'
import { queries } from '#kit/server/database.ts'
import type { Files } from '#outside/files/files.ts'
import { localFiles } from '#outside/files/local-files.ts'
import type { DB } from '../tables.ts'
import { createDemo } from './create-demo.ts'

export type DemoGround = { db: Kysely<DB>; files: Files; close(): Promise<void> }

/** An empty database and an empty store of files, for a demo to be made in. */
export async function demoGround(): Promise<DemoGround> {
  const database = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'llum-demo-'))
  return {
    db: queries<DB>(database.pool),
    files: localFiles(folder),
    async close() {
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The day, and the size, of the demo that tests look at. */
export const smallDemo = { now: new Date('2026-11-20T12:00:00Z'), cooperativaPoints: 24, months: 6 }

/** A database with a small demo: all its customers, half a year, and 24 supply points of the cooperative. */
export async function demoMade(): Promise<DemoGround> {
  const ground = await demoGround()
  await createDemo({ ...ground, ...smallDemo })
  return ground
}
