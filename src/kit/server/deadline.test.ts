import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#app/server/testing/test-database.ts'
import { queries } from './database.ts'
import { withinDeadline } from './deadline.ts'
import { longestWaitMilliseconds } from './watched-pool.ts'

const never = () => new Promise<never>(() => {})
const soon = 0.02

describe('work that has a deadline', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await testDatabase()
    await database.pool.query('create table mark (text text)')
  })
  afterAll(() => database.close())

  test('answers when it is done in time', async () => {
    expect(await withinDeadline({ seconds: 60 }, async () => 'done')).toBe('done')
  })

  test('is refused when it is not, and parts of it have no more time than the whole', async () => {
    const work = withinDeadline({ seconds: soon }, () => withinDeadline({ seconds: 60 }, never))
    await expect(work).rejects.toMatchObject({ code: 'unavailable', status: 504, retryAfterSeconds: 5 })
  })

  test('goes on where its answer is already on its way', async () => {
    const slow = () => new Promise((done) => setTimeout(done, soon * 4_000, 'whole'))
    expect(await withinDeadline({ seconds: soon, isAnswered: () => true }, slow)).toBe('whole')
  })

  test('asks the database nothing more', async () => {
    const db = queries<{ mark: { text: string } }>(database.pool)
    let ended: Promise<unknown> | undefined
    const work = withinDeadline({ seconds: soon }, () => {
      ended = new Promise((done) => setTimeout(done, soon * 4_000)).then(() =>
        db.insertInto('mark').values({ text: 'late' }).execute(),
      )
      return ended
    })
    await expect(work).rejects.toMatchObject({ status: 504 })
    await expect(ended).rejects.toMatchObject({ status: 504 })
    expect(await db.selectFrom('mark').selectAll().execute()).toEqual([])
  })

  test('takes back what it had begun in a transaction', async () => {
    const db = queries<{ mark: { text: string } }>(database.pool)
    let ended: Promise<unknown> | undefined
    const work = withinDeadline({ seconds: soon * 5 }, () => {
      ended = db.transaction().execute(async (transaction) => {
        await transaction.insertInto('mark').values({ text: 'begun' }).execute()
        await new Promise((done) => setTimeout(done, soon * 10_000))
      })
      return ended
    })
    await expect(work).rejects.toMatchObject({ status: 504 })
    await expect(ended).rejects.toMatchObject({ status: 504 })
    expect(await db.selectFrom('mark').selectAll().execute()).toEqual([])
  })

  // The embedded database knows no way to break a statement off.
  test.runIf(process.env.TEST_DATABASE_URL)('has its statement cancelled', async () => {
    const db = queries(database.pool)
    let slow: Promise<unknown> | undefined
    const work = withinDeadline({ seconds: soon * 10 }, () => {
      slow = sql`select pg_sleep(4)`.execute(db)
      return slow
    })
    await expect(work).rejects.toMatchObject({ status: 504 })
    await expect(slow).rejects.toMatchObject({ code: '57014' })
  })

  test('the pool knows how long somebody has waited for a connection', async () => {
    const db = queries(database.pool)
    const taken = await Promise.all(Array.from({ length: 8 }, () => database.pool.connect()))
    const waiting = sql`select 1`.execute(db)
    await expect.poll(() => longestWaitMilliseconds(database.pool)).toBeGreaterThan(5)
    for (const connection of taken) connection.release()
    await waiting
    expect(longestWaitMilliseconds(database.pool)).toBe(0)
  })
})
