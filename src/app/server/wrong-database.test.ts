import { afterAll, beforeAll, expect, test } from 'vitest'
import { explainFailedStart } from './start-failure.ts'
import { type TestDatabase, testDatabase } from './testing/test-database.ts'
import { checkDatabase, WrongDatabase } from './wrong-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('a database that a newer version has migrated stops one that migrates, and is told to a server of the version before', async () => {
  expect(await checkDatabase(database, { role: 'all' })).toEqual([])
  await database.pool.query(`insert into kysely_migration (name, timestamp) values ('9999-from-tomorrow', '')`)
  const refused = checkDatabase(database, { role: 'all' })
  await expect(refused).rejects.toThrow(WrongDatabase)
  expect(explainFailedStart(await refused.catch((error) => error))).toMatch(/newer version.+9999-from-tomorrow/)
  expect(await checkDatabase(database, { role: 'server' })).toEqual([expect.stringContaining('newer version')])
})

test('a database of something else is told by its tables, and left as it is', async () => {
  await database.pool.query('drop schema public cascade; create schema public; create table wp_posts (id integer)')
  const said = explainFailedStart(await checkDatabase(database, { role: 'all' }).catch((error) => error))
  expect(said).toContain('tables such as wp_posts')
  expect(said).not.toContain('\n')
  await database.pool.query('drop table wp_posts')
  expect(await checkDatabase(database, { role: 'all' })).toEqual([])
})

test.each([
  ['ECONNREFUSED', 'does not answer'],
  ['ENOTFOUND', 'host'],
  ['28P01', 'password'],
  ['3D000', 'no database of this name'],
  ['42501', 'may not'],
])('what the database says with %s is told in a sentence with a remedy', (code, said) => {
  const error = Object.assign(new Error('postgres://llum:secret@db.test/llum'), { code })
  expect(explainFailedStart(error)).toContain(said)
  expect(explainFailedStart(error)).not.toMatch(/secret|\n/)
})
