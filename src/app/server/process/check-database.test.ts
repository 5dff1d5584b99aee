import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { checkDatabase, WrongDatabaseError } from './check-database.ts'
import { explainFailedStart } from './start-failure.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a database migrated by a newer version stops a program that would migrate it, and only warns a server of the previous version', async () => {
  expect(await checkDatabase(database, { role: 'all' })).toEqual([])
  await database.pool.query(`insert into kysely_migration (name, timestamp) values ('9999-from-tomorrow', '')`)
  const refused = checkDatabase(database, { role: 'all' })
  await expect(refused).rejects.toThrow(WrongDatabaseError)
  expect(explainFailedStart(await refused.catch((error) => error))).toMatch(/newer version.+9999-from-tomorrow/)
  expect(await checkDatabase(database, { role: 'server' })).toEqual([expect.stringContaining('newer version')])
})

test('a database of another application is reported with its tables, and left unchanged', async () => {
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
])('the database error for %s is reported as a sentence with a remedy', (code, said) => {
  const error = Object.assign(new Error('postgres://llum:secret@db.test/llum'), { code })
  expect(explainFailedStart(error)).toContain(said)
  expect(explainFailedStart(error)).not.toMatch(/secret|\n/)
})
