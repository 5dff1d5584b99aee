import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { createKysely } from './database.ts'
import { inRequestTransaction } from './request-transaction.ts'

type Tables = { mark: { text: string } }

let database: TestDatabase
let db: ReturnType<typeof createKysely<Tables>>

beforeAll(async () => {
  database = await openTestDatabase()
  db = createKysely<Tables>(database.pool)
  await database.pool.query('create table mark (text text primary key)')
})
beforeEach(() => database.pool.query('truncate mark'))
afterAll(() => database.close())

const mark = (text: string) => db.insertInto('mark').values({ text }).execute()
const marks = async () => (await db.selectFrom('mark').select('text').orderBy('text').execute()).map(({ text }) => text)

test('statements run one after the other and see earlier changes', async () => {
  const seen = await inRequestTransaction(async () => {
    await Promise.all([mark('one'), mark('two'), db.transaction().execute(() => Promise.resolve())])
    return marks()
  })
  expect(seen).toEqual(['one', 'two'])
  expect(await marks()).toEqual(['one', 'two'])
})

test('a rolled back part or a handled statement error undoes nothing else', async () => {
  await inRequestTransaction(async () => {
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

test('a failure keeps the changes made before it, as without a request transaction', async () => {
  const failing = inRequestTransaction(async () => {
    await mark('an attempt')
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(await marks()).toEqual(['an attempt'])
})

test('work that continues after the end has a connection of its own', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const later = await inRequestTransaction(async () => ({ done: promise.then(() => mark('later')) }))
  resolve()
  await later.done
  expect(await marks()).toEqual(['later'])
})

// The embedded database has one connection, which cannot be broken.
test.skipIf(!process.env.TEST_DATABASE_URL)('a crash undoes all changes', async () => {
  const dying = inRequestTransaction(async () => {
    await mark('half')
    expect((await database.pool.query('select from mark')).rowCount).toBe(0)
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db).catch(() => {})
  })
  await expect(dying).rejects.toThrow()
  expect(await marks()).toEqual([])
})
