import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { changePreferences, readPreferences } from '../api.ts'

let portal: TestPortal
let userId: number
let anna: TestVisitor
let annaReadonly: TestVisitor
let stranger: TestVisitor

beforeAll(async () => {
  portal = await startTestPortal()
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  userId = await insertUser(db, { customerIds: [customerId], email: 'anna@example.test' })
  anna = await portal.as(userId)
  annaReadonly = await portal.as(userId, { readonly: true })
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})
afterAll(() => portal.close())

const receivedTopics = (reply: { topics: { topic: string; wanted: boolean }[] }) =>
  reply.topics.filter(({ wanted }) => wanted).map(({ topic }) => topic)

describe('the notification preferences of a user', () => {
  beforeEach(() => portal.context.db.deleteFrom('unwanted_message').execute())

  test('include every topic by default, and some topics always', async () => {
    const preferences = await anna.send(readPreferences, {})
    expect(preferences.email).toBe('anna@example.test')
    expect(receivedTopics(preferences)).toEqual(['payments', 'requests', 'cases', 'signatures', 'account'])
    expect(preferences.topics.filter(({ required }) => required).map(({ topic }) => topic)).toEqual([
      'signatures',
      'account',
    ])
  })

  test('are replaced by a new choice, with an entry in the audit log', async () => {
    await anna.send(changePreferences, { body: { unwanted: ['payments', 'cases', 'payments'] } })
    const chosen = await anna.send(changePreferences, { body: { unwanted: ['cases'] } })
    expect(receivedTopics(chosen)).toEqual(['payments', 'requests', 'signatures', 'account'])
    expect(await anna.send(readPreferences, {})).toEqual(chosen)
    expect(receivedTopics(await stranger.send(readPreferences, {}))).toHaveLength(5)
    const audit = await portal.context.db
      .selectFrom('audit_entry')
      .where('action', '=', 'messages_chosen')
      .orderBy('audit_entry_id', 'desc')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(audit).toMatchObject({
      actor_user_id: userId,
      before: { unwanted: ['cases', 'payments'] },
      after: { unwanted: ['cases'] },
    })
  })

  test('can be read but not changed by a read-only user', async () => {
    expect(receivedTopics(await annaReadonly.send(readPreferences, {}))).toHaveLength(5)
    const answer = await annaReadonly.sendRaw(changePreferences, { body: { unwanted: [] } })
    expect(answer.statusCode).toBe(403)
    expect(answer.json().error.code).toBe('token_readonly')
  })

  test.each([
    ['a required topic', ['account']],
    ['an unknown topic', ['gossip']],
    ['a value that is not a list', 'payments'],
  ])('cannot contain %s', async (_, unwanted) => {
    const answer = await anna.sendRaw(changePreferences, { body: { unwanted } as never })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().errors)[0]).toMatch(/^unwanted/)
  })

  test('require a session', async () => {
    expect((await portal.anonymous.sendRaw(readPreferences, {})).statusCode).toBe(401)
    expect((await portal.anonymous.sendRaw(changePreferences, { body: { unwanted: [] } })).statusCode).toBe(401)
  })
})
