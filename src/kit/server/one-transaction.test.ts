import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#app/server/testing/test-database.ts'
import { queries } from './database.ts'
import { inOneTransaction } from './one-transaction.ts'

type Tables = { mark: { text: string } }

let database: TestDatabase
let db: ReturnType<typeof queries<Tables>>

beforeAll(async () => {
  database = await testDatabase()
  db = queries<Tables>(database.pool)
  await database.pool.query('create table mark (text text primary key)')
})
beforeEach(() => database.pool.query('truncate mark'))
afterAll(() => database.close())

const mark = (text: string) => db.insertInto('mark').values({ text }).execute()
const marks = async () => (await db.selectFrom('mark').select('text').orderBy('text').execute()).map(({ text }) => text)

test('what is done within sees what was done before, one after the other', async () => {
  const seen = await inOneTransaction(async () => {
    await Promise.all([mark('one'), mark('two'), db.transaction().execute(() => Promise.resolve())])
    return marks()
  })
  expect(seen).toEqual(['one', 'two'])
  expect(await marks()).toEqual(['one', 'two'])
})

test('a part that is taken back, or a statement that fails and is got over, takes nothing else with it', async () => {
  await inOneTransaction(async () => {
    await mark('before')
    const part = db.transaction().execute(async (transaction) => {
      await transaction.insertInto('mark').values({ text: 'within' }).execute()
      throw new Error('no')
    })
    await expect(part).rejects.toThrow('no')
    await expect(mark('before')).rejects.toMatchObject({ code: '23505' })
    await mark('after')
  })
  expect(await marks()).toEqual(['after', 'before'])
})

test('a failure keeps what had been done by then, as without', async () => {
  const failing = inOneTransaction(async () => {
    await mark('an attempt')
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(await marks()).toEqual(['an attempt'])
})

test('what goes on afterwards has a connection of its own', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const later = await inOneTransaction(async () => ({ done: promise.then(() => mark('later')) }))
  resolve()
  await later.done
  expect(await marks()).toEqual(['later'])
})

// The embedded database has one connection, which nothing breaks off.
test.skipIf(!process.env.TEST_DATABASE_URL)('whoever dies on the way has done nothing', async () => {
  const dying = inOneTransaction(async () => {
    await mark('half')
    expect((await database.pool.query('select from mark')).rowCount).toBe(0)
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db).catch(() => {})
  })
  await expect(dying).rejects.toThrow()
  expect(await marks()).toEqual([])
})
