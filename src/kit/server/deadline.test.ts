import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { createKysely } from './database.ts'
import { runWithDeadline } from './deadline.ts'
import { maxWaitMilliseconds } from './pool-with-deadlines.ts'

const never = () => new Promise<never>(() => {})
const soon = 0.02

describe('work with a deadline', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await openTestDatabase()
    await database.pool.query('create table mark (text text)')
  })
  afterAll(() => database.close())

  test('returns its result when it is done in time', async () => {
    expect(await runWithDeadline({ seconds: 60 }, async () => 'done')).toBe('done')
  })

  test('is refused when it is late, and a part of it has no more time than the whole', async () => {
    const work = runWithDeadline({ seconds: soon }, () => runWithDeadline({ seconds: 60 }, never))
    await expect(work).rejects.toMatchObject({ code: 'unavailable', status: 504, retryAfterSeconds: 5 })
  })

  test('continues when its answer is already being sent', async () => {
    const slow = () => new Promise((done) => setTimeout(done, soon * 4_000, 'whole'))
    expect(await runWithDeadline({ seconds: soon, isAnswered: () => true }, slow)).toBe('whole')
  })

  test('sends no further statements to the database', async () => {
    const db = createKysely<{ mark: { text: string } }>(database.pool)
    let ended: Promise<unknown> | undefined
    const work = runWithDeadline({ seconds: soon }, () => {
      ended = new Promise((done) => setTimeout(done, soon * 4_000)).then(() =>
        db.insertInto('mark').values({ text: 'late' }).execute(),
      )
      return ended
    })
    await expect(work).rejects.toMatchObject({ status: 504 })
    await expect(ended).rejects.toMatchObject({ status: 504 })
    expect(await db.selectFrom('mark').selectAll().execute()).toEqual([])
  })

  test('rolls back its open transaction', async () => {
    const db = createKysely<{ mark: { text: string } }>(database.pool)
    let ended: Promise<unknown> | undefined
    const work = runWithDeadline({ seconds: soon * 5 }, () => {
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

  // The embedded database cannot cancel a statement.
  test.runIf(process.env.TEST_DATABASE_URL)('has its running statement cancelled', async () => {
    const db = createKysely(database.pool)
    let slow: Promise<unknown> | undefined
    const work = runWithDeadline({ seconds: soon * 10 }, () => {
      slow = sql`select pg_sleep(4)`.execute(db)
      return slow
    })
    await expect(work).rejects.toMatchObject({ status: 504 })
    await expect(slow).rejects.toMatchObject({ code: '57014' })
  })

  test('the pool reports how long a client has waited for a connection', async () => {
    const db = createKysely(database.pool)
    const taken = await Promise.all(Array.from({ length: 8 }, () => database.pool.connect()))
    const waiting = sql`select 1`.execute(db)
    await expect.poll(() => maxWaitMilliseconds(database.pool)).toBeGreaterThan(5)
    for (const connection of taken) connection.release()
    await waiting
    expect(maxWaitMilliseconds(database.pool)).toBe(0)
  })
})
