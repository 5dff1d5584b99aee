import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { createTestOperator } from '#domains/operators/desk/server/testing.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { listAudit } from '../api.ts'

let portal: TestPortal
let operator: TestVisitor
let operatorId: number

beforeAll(async () => {
  portal = await startTestPortal()
  const made = await createTestOperator(portal, 'jordi')
  operator = made.visitor
  operatorId = made.userId
})
afterAll(() => portal.close())

const actionsOf = async (query: Parameters<typeof operator.sendRaw<typeof listAudit>>[1]['query']) =>
  (await operator.send(listAudit, { query })).items.map(({ action }) => action)

test('lists each action with its actor, customer and changes, newest first', async () => {
  const { db } = portal.context
  const customerId = await insertCustomer(db, { name: 'Eva García' })
  const userId = await insertUser(db, { login: 'eva' })
  await writeAudit(db, { action: 'iban_changed', actorUserId: userId, customerId, subject: 'contract:7' })
  const change = { subject: 'invoices.itemsPerPage', before: 100, after: 25 }
  await writeAudit(db, { action: 'setting_changed', actorUserId: operatorId, ...change, requestId: 'r1' })
  await writeAudit(db, { action: 'login_failed' })
  const { items, next } = await operator.send(listAudit, { query: {} })
  expect(next).toBeNull()
  expect(items).toMatchObject([
    { action: 'login_failed', actor: null, customer: null, subject: null },
    {
      action: 'setting_changed',
      actor: { id: operatorId, login: 'jordi', is_operator: true },
      ...change,
      request_id: 'r1',
    },
    {
      action: 'iban_changed',
      actor: { login: 'eva', is_operator: false },
      customer: { id: customerId, name: 'Eva García' },
    },
  ])
})

test.each([
  ['their actor', { q: 'EVA' }, ['iban_changed']],
  ['their subject', { q: 'contract:7' }, ['iban_changed']],
  ['the prefix of an action', { q: 'setting_' }, ['setting_changed']],
  ['operators only', { operators: 'true' as const }, ['setting_changed']],
  ['an unknown term', { q: 'nobody' }, []],
])('filters entries by %s', async (_, query, actions) => {
  expect(await actionsOf(query)).toEqual(actions)
})

test.each([
  ['2026-03-02', '2026-03-02', ['second']],
  ['2026-03-02', undefined, ['third', 'second']],
  [undefined, '2026-03-02', ['second', 'first']],
  ['2026-03-04', '2026-03-05', []],
])('filters entries from %s to %s by whole days in Madrid time', async (from, to, found) => {
  const { db } = portal.context
  const at = (instant: string, action: string) =>
    db
      .insertInto('audit_entry')
      .values({ action: `dated_${action}`, at: new Date(instant) })
      .execute()
  if ((await actionsOf({ q: 'dated_' })).length === 0) {
    await at('2026-03-01T22:59:59Z', 'first')
    await at('2026-03-02T22:59:59Z', 'second')
    await at('2026-03-02T23:00:00Z', 'third')
  }
  expect(await actionsOf({ q: 'dated_', from, to })).toEqual(found.map((action) => `dated_${action}`))
})

test('returns each entry once across pages', async () => {
  for (let number = 0; number < 120; number++)
    await writeAudit(portal.context.db, { action: 'counted', after: { number } })
  const numbers: unknown[] = []
  let after: string | undefined
  do {
    const { items, next } = await operator.send(listAudit, { query: { q: 'counted', after } })
    numbers.push(...items.map((item) => (item.after as { number: number }).number))
    after = next ?? undefined
  } while (after)
  expect(numbers).toEqual(Array.from({ length: 120 }, (_, place) => 119 - place))
})

test('refuses an invalid page cursor and any access by customers', async () => {
  expect((await operator.sendRaw(listAudit, { query: { after: 'x' } })).statusCode).toBe(400)
  expect((await operator.sendRaw(listAudit, { query: { from: '2026-02-30' } })).statusCode).toBe(400)
  const customer = await portal.as(await insertUser(portal.context.db))
  expect((await customer.sendRaw(listAudit, { query: {} })).statusCode).toBe(401)
})
