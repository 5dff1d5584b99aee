import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCustomer, aUser } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { anOperator } from '#desks/operators/server/testing.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { listAudit } from '../api.ts'

let portal: TestPortal
let operator: Visitor
let operatorId: number

beforeAll(async () => {
  portal = await testPortal()
  const made = await anOperator(portal, 'jordi')
  operator = made.visitor
  operatorId = made.userId
})
afterAll(() => portal.close())

const actionsOf = async (query: Parameters<typeof operator.ask<typeof listAudit>>[1]['query']) =>
  (await operator.send(listAudit, { query })).items.map(({ action }) => action)

test('what was done is told with who did it, whose things they were and what changed, the last first', async () => {
  const { db } = portal.context
  const customerId = await aCustomer(db, { name: 'Eva García' })
  const userId = await aUser(db, { login: 'eva' })
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
  ['who did it', { q: 'EVA' }, ['iban_changed']],
  ['what it was done to', { q: 'contract:7' }, ['iban_changed']],
  ['the beginning of what was done', { q: 'setting_' }, ['setting_changed']],
  ['operators alone', { operators: 'true' as const }, ['setting_changed']],
  ['nothing that is there', { q: 'nobody' }, []],
])('it is found by %s', async (_, query, actions) => {
  expect(await actionsOf(query)).toEqual(actions)
})

test.each([
  ['2026-03-02', '2026-03-02', ['second']],
  ['2026-03-02', undefined, ['third', 'second']],
  [undefined, '2026-03-02', ['second', 'first']],
  ['2026-03-04', '2026-03-05', []],
])('from %s to %s, whole days by the clock of Madrid', async (from, to, found) => {
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

test('page by page, none twice', async () => {
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

test('a page that begins nowhere is refused, and customers read nothing', async () => {
  expect((await operator.ask(listAudit, { query: { after: 'x' } })).statusCode).toBe(400)
  expect((await operator.ask(listAudit, { query: { from: '2026-02-30' } })).statusCode).toBe(400)
  const customer = await portal.as(await aUser(portal.context.db))
  expect((await customer.ask(listAudit, { query: {} })).statusCode).toBe(401)
})
