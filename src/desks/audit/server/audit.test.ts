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
  const customer = await portal.as(await aUser(portal.context.db))
  expect((await customer.ask(listAudit, { query: {} })).statusCode).toBe(401)
})
