import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import { Refused } from '../refusal.ts'
import { createKysely } from './database.ts'
import { createIdempotentReplies, type IdempotentReplies } from './idempotent-replies.ts'
import { JsonText } from './reply.ts'

type Tables = { mark: { text: string }; idempotent_reply: { reply: string | null; started_at: Date } }

let database: TestDatabase
let db: ReturnType<typeof createKysely<Tables>>
let replies: IdempotentReplies

beforeAll(async () => {
  database = await openTestDatabase()
  db = createKysely<Tables>(database.pool)
  replies = createIdempotentReplies(db as never)
  await database.pool.query('create table mark (text text)')
})
beforeEach(() => database.pool.query('truncate mark, idempotent_reply'))
afterAll(() => database.close())

const markRequest = { userId: 7, key: 'once', call: 'POST /marks', body: { text: 'a' }, isNonTransactional: false }
const marks = async () => (await database.pool.query('select from mark')).rowCount
const refusedAs = (code: string) => expect.objectContaining({ code, status: 409 })

async function mark(): Promise<{ marked: string }> {
  await db.transaction().execute((part) => part.insertInto('mark').values({ text: 'a' }).execute())
  return { marked: 'a' }
}

test.each([
  ['a transactional write', false],
  ['a non-transactional write', true],
])('%s runs once and returns the same reply again', async (_, isNonTransactional) => {
  const first = await replies.once({ ...markRequest, isNonTransactional }, mark)
  const again = await replies.once({ ...markRequest, isNonTransactional }, mark)
  expect(first).toEqual({ marked: 'a' })
  expect((again as unknown as JsonText).text).toBe('{"marked":"a"}')
  expect(await marks()).toBe(1)
})

test('treats the same key of another user as a different key', async () => {
  await replies.once(markRequest, mark)
  await replies.once({ ...markRequest, userId: 8 }, mark)
  expect(await marks()).toBe(2)
})

test.each([
  ['another body', { body: { text: 'b' } }],
  ['another call', { call: 'POST /others' }],
  ['a key that is too long', { key: 'k'.repeat(256) }],
])('refuses %s', async (_, other) => {
  await replies.once(markRequest, mark)
  await expect((async () => replies.once({ ...markRequest, ...other }, mark))()).rejects.toEqual(
    refusedAs('idempotency_key_reused'),
  )
  expect(await marks()).toBe(1)
})

test('reports what failed if nothing more can be done in its transaction, and forgets the claim', async () => {
  const failed = replies.once(markRequest, async () => {
    await mark()
    // As when a node of the database is lost: there is no savepoint to go back to.
    await sql`release savepoint statement`.execute(db)
  })
  await expect(failed).rejects.toMatchObject({ code: '3B001' })
  expect(await marks()).toBe(0)
  await replies.once(markRequest, mark)
  expect(await marks()).toBe(1)
})

test('allows a retry after a refusal and keeps its side effects', async () => {
  const refused = replies.once(markRequest, async () => {
    await mark()
    throw new Refused('too_many_attempts', 429)
  })
  await expect(refused).rejects.toMatchObject({ code: 'too_many_attempts' })
  await replies.once(markRequest, mark)
  expect(await marks()).toBe(2)
})

test.each([
  ['a moment ago is refused', 0, 1],
  ['half a minute ago is considered abandoned', 31, 2],
])('a non-transactional request that began %s', async (_, secondsAgo, expected) => {
  await replies.once({ ...markRequest, isNonTransactional: true }, mark)
  // The state that a crashed server leaves.
  await db
    .updateTable('idempotent_reply')
    .set({ reply: null, started_at: new Date(Date.now() - secondsAgo * 1000) })
    .execute()
  const again = replies.once({ ...markRequest, isNonTransactional: true }, mark)
  if (expected === 1) await expect(again).rejects.toEqual(refusedAs('request_in_progress'))
  else await again
  expect(await marks()).toBe(expected)
})

// The embedded database runs one transaction at a time and cannot interrupt it.
test.skipIf(!process.env.TEST_DATABASE_URL)(
  'refuses a repeated request while the first is running, and answers it afterwards',
  async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const { promise: isRunning, resolve: begin } = Promise.withResolvers<void>()
    const first = replies.once(markRequest, async () => {
      begin()
      const answer = await mark()
      await mayEnd
      return answer
    })
    await isRunning
    await expect(replies.once(markRequest, mark)).rejects.toEqual(refusedAs('request_in_progress'))
    end()
    await first
    expect(await replies.once(markRequest, mark)).toBeInstanceOf(JsonText)
    expect(await marks()).toBe(1)
  },
)

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'runs a request once if the first try dies after its change, without a wait',
  async () => {
    const dying = replies.once(markRequest, async () => {
      await mark()
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db).catch(() => {})
      return {}
    })
    await expect(dying).rejects.toThrow()
    await replies.once(markRequest, mark)
    expect(await marks()).toBe(1)
  },
)
