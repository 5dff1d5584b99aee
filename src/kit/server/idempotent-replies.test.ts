import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#app/server/testing/test-database.ts'
import { Refused } from '../refusal.ts'
import { queries } from './database.ts'
import { type IdempotentReplies, idempotentReplies } from './idempotent-replies.ts'
import { JsonText } from './reply.ts'

type Tables = { mark: { text: string }; idempotent_reply: { reply: string | null; started_at: Date } }

let database: TestDatabase
let db: ReturnType<typeof queries<Tables>>
let replies: IdempotentReplies

beforeAll(async () => {
  database = await testDatabase()
  db = queries<Tables>(database.pool)
  replies = idempotentReplies(db as never)
  await database.pool.query('create table mark (text text)')
})
beforeEach(() => database.pool.query('truncate mark, idempotent_reply'))
afterAll(() => database.close())

const asked = { userId: 7, key: 'once', call: 'POST /marks', body: { text: 'a' }, inSteps: false }
const marks = async () => (await database.pool.query('select from mark')).rowCount
const refusedAs = (code: string) => expect.objectContaining({ code, status: 409 })

async function mark(): Promise<{ marked: string }> {
  await db.transaction().execute((part) => part.insertInto('mark').values({ text: 'a' }).execute())
  return { marked: 'a' }
}

test.each([
  ['a write that is whole or not at all', false],
  ['one that is done in steps', true],
])('%s is done once, and answered the same', async (_, inSteps) => {
  const first = await replies.once({ ...asked, inSteps }, mark)
  const again = await replies.once({ ...asked, inSteps }, mark)
  expect(first).toEqual({ marked: 'a' })
  expect((again as unknown as JsonText).text).toBe('{"marked":"a"}')
  expect(await marks()).toBe(1)
})

test('the key of somebody else is another key', async () => {
  await replies.once(asked, mark)
  await replies.once({ ...asked, userId: 8 }, mark)
  expect(await marks()).toBe(2)
})

test.each([
  ['another body', { body: { text: 'b' } }],
  ['another call', { call: 'POST /others' }],
  ['a key that is too long', { key: 'k'.repeat(256) }],
])('%s is refused', async (_, other) => {
  await replies.once(asked, mark)
  await expect((async () => replies.once({ ...asked, ...other }, mark))()).rejects.toEqual(
    refusedAs('idempotency_key_reused'),
  )
  expect(await marks()).toBe(1)
})

test('what was refused may be asked again, and what was counted meanwhile is kept', async () => {
  const refused = replies.once(asked, async () => {
    await mark()
    throw new Refused('too_many_attempts', 429)
  })
  await expect(refused).rejects.toMatchObject({ code: 'too_many_attempts' })
  await replies.once(asked, mark)
  expect(await marks()).toBe(2)
})

test.each([
  ['a moment ago is refused', 0, 1],
  ['half a minute ago is given up', 31, 2],
])('what is done in steps and was begun %s', async (_, secondsAgo, expected) => {
  await replies.once({ ...asked, inSteps: true }, mark)
  // As a server leaves it that dies on the way.
  await db
    .updateTable('idempotent_reply')
    .set({ reply: null, started_at: new Date(Date.now() - secondsAgo * 1000) })
    .execute()
  const again = replies.once({ ...asked, inSteps: true }, mark)
  if (expected === 1) await expect(again).rejects.toEqual(refusedAs('request_in_progress'))
  else await again
  expect(await marks()).toBe(expected)
})

// The embedded database does one thing at a time, and nothing breaks it off.
test.skipIf(!process.env.TEST_DATABASE_URL)('while it is under way it is refused, and then answered', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const first = replies.once(asked, async () => {
    const answer = await mark()
    await mayEnd
    return answer
  })
  await expect(replies.once(asked, mark)).rejects.toEqual(refusedAs('request_in_progress'))
  end()
  await first
  expect(await replies.once(asked, mark)).toBeInstanceOf(JsonText)
  expect(await marks()).toBe(1)
})

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'what dies after its change is done once by the next try, at once',
  async () => {
    const dying = replies.once(asked, async () => {
      await mark()
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db).catch(() => {})
      return {}
    })
    await expect(dying).rejects.toThrow()
    await replies.once(asked, mark)
    expect(await marks()).toBe(1)
  },
)
