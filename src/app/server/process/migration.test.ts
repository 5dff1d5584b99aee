import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { migrate } from '#db/migrate.ts'
import { createKysely, openPool } from '#kit/server/database.ts'
import { startEmbeddedPostgres } from '#kit/server/embedded-postgres/embedded-postgres.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { readConfig } from './config.ts'
import { migrateUnderLock, NotMigratedError, requireMigrated } from './migration.ts'
import { StopNeededError } from './require-stop.ts'
import { explainFailedStart } from './start-failure.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

test('a program stops at a database without its tables, with instructions', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'llum-migration-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  const embedded = await startEmbeddedPostgres({ folder, inMemory: true })
  ends.push(() => embedded.stop())
  const pool = openPool(embedded)
  ends.push(() => pool.end())
  const database = { pool, close: async () => {} }

  const refused = requireMigrated(database)
  await expect(refused).rejects.toThrow(NotMigratedError)
  expect(explainFailedStart(await refused.catch((error) => error))).toContain('npm run migrate')
  expect((await migrateUnderLock(readConfig({}), database)).length).toBeGreaterThan(0)
  await requireMigrated(database)
  expect(await migrateUnderLock(readConfig({}), database)).toEqual([])
})

// The embedded database belongs to one process, so nothing waits.
test.runIf(process.env.TEST_DATABASE_URL)('of two concurrent migrations, one runs and the other waits', async () => {
  const { pool, environment, close } = await openTestDatabase()
  ends.push(close)
  await pool.query('drop schema public cascade; create schema public')
  const database = { pool, close: async () => {} }
  const applied = await Promise.all([1, 2].map(() => migrateUnderLock(readConfig(environment), database)))
  expect(applied.map((names) => names.length).sort()[0]).toBe(0)
  expect(applied.flat().length).toBeGreaterThan(0)
  expect(await migrate(createKysely<never>(pool))).toEqual([])
})

// The embedded database belongs to one process, so nobody else is connected.
describe.runIf(process.env.TEST_DATABASE_URL)('a migration that the previous version does not survive', () => {
  test('waits for a stop, then says that it begins', async () => {
    const { pool, environment, close } = await openTestDatabase()
    ends.push(close)
    const database = { pool, close: async () => {} }
    await pool.query(`delete from kysely_migration where name = '0130-ids-of-eight-bytes'`)
    const server = new pg.Client({ connectionString: environment.DATABASE_URL!, application_name: 'previous' })
    await server.connect()

    const refused = migrateUnderLock(readConfig(environment), database)
    await expect(refused).rejects.toThrow(StopNeededError)
    const message = explainFailedStart(await refused.catch((error) => error))
    expect(message).toContain('0130-ids-of-eight-bytes needs a stop')
    expect(message).toContain('(previous)')
    await expect(requireMigrated(database)).rejects.toThrow(NotMigratedError)

    await server.end()
    const sentences: string[] = []
    const report = (sentence: string) => void sentences.push(sentence)
    expect(await migrateUnderLock(readConfig(environment), database, { report })).toEqual(['0130-ids-of-eight-bytes'])
    expect(sentences).toEqual([expect.stringContaining('0130-ids-of-eight-bytes needs a stop')])
  })

  test('begins beside programs of which somebody says that they are no servers', async () => {
    const { pool, environment, close } = await openTestDatabase()
    ends.push(close)
    await pool.query(`delete from kysely_migration where name = '0130-ids-of-eight-bytes'`)
    const monitor = new pg.Client({ connectionString: environment.DATABASE_URL! })
    await monitor.connect()
    ends.push(() => monitor.end())
    const database = { pool, close: async () => {} }
    expect(await migrateUnderLock(readConfig(environment), database, { areServersStopped: true })).toHaveLength(1)
  })
})
