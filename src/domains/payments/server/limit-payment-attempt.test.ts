import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { addMethod } from '#outside/payments/sandbox/sandbox-store.ts'
import type { TestCardResult } from '#outside/payments/sandbox/test-cards.ts'
import { payItem } from '../api.ts'
import { limitKeyOf, paymentLimits } from '../payment-limits.ts'

const begin = new Date('2026-11-20T15:24:00Z')
let portal: TestPortal
let contract: CreatedContract
let anna: TestVisitor
let annaId: number
let invoiceId: number
let now: Date

beforeAll(async () => {
  portal = await startTestPortal({ environment: { DEMO: 'on' }, now: begin })
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId })
  annaId = await insertUser(db, { customerIds: [customerId] })
  anna = await portal.as(annaId)
})
afterAll(() => portal.close())
beforeEach(async () => {
  pass(0)
  const { db } = portal.context
  await db.deleteFrom('visitor_throttle').execute()
  invoiceId = await insertInvoice(db, { contract, amount_total_cents: 4569 })
})

function pass(minutes: number) {
  now = new Date((minutes ? now : begin).getTime() + minutes * 60_000)
  portal.setClock(now)
}

async function pay(fate: TestCardResult, { visitor = anna, last4 }: { visitor?: TestVisitor; last4?: string } = {}) {
  const { db } = portal.context
  const payment_method_id = await addMethod(db, { fate, last4: last4 ?? String(Math.random()).slice(-4), now })
  const body = {
    payment_method_id,
    platform_name: 'sandbox',
    item_id: invoiceId,
    related_object_type: 'invoice' as const,
  }
  const answer = await visitor.sendRaw(payItem, { body })
  if (answer.statusCode === 429) expect(answer.json().message).toBe('too_many_attempts')
  return [answer.statusCode, answer.headers['retry-after'] ?? null]
}

const reached = async () =>
  (await portal.context.db.selectFrom('payment_attempt').where('item_id', '=', invoiceId).selectAll().execute()).length

test('of sixty concurrent declined cards, eight reach the provider, and the hold is audited once', async () => {
  const answers = await Promise.all(Array.from({ length: 60 }, () => pay('generic_decline')))
  expect(answers.filter(([status]) => status === 429)).toHaveLength(52)
  expect(await reached()).toBeLessThanOrEqual(8)
  const notes = await portal.context.db
    .selectFrom('audit_entry')
    .where('action', '=', 'payment_held_back')
    .selectAll()
    .execute()
  expect(notes).toMatchObject([{ actor_user_id: annaId, after: { per: 'user', tries: 8, waitSeconds: 600 } }])
})

test('a user who continues waits longer each time and is told how long, and other users can still pay', async () => {
  const waits: unknown[] = []
  for (const tries of [8, 7, 7]) {
    anna = await portal.as(annaId)
    for (let left = tries; left > 0; left--) expect(await pay('generic_decline')).toEqual([200, null])
    const [status, seconds] = await pay('success')
    expect(status).toBe(429)
    waits.push(seconds)
    pass(Math.ceil(Number(seconds) / 60))
  }
  expect(waits.map(Number)).toEqual([600, 3_600, 86_400])
  const { customerId } = contract
  const berta = await portal.as(await insertUser(portal.context.db, { customerIds: [customerId] }))
  expect((await pay('success', { visitor: berta }))[0]).toBe(200)
})

test('a successful payment resets the limits', async () => {
  for (let round = 0; round < 3; round++) {
    for (let left = 7; left > 0; left--) await pay('generic_decline')
    expect(await pay('success')).toEqual([200, null])
    invoiceId = await insertInvoice(portal.context.db, { contract, amount_total_cents: 4569 })
  }
})

describe('a limit', () => {
  test('has a longer wait the more tries it allows', () => {
    for (const per of ['user', 'card', 'network'] as const) {
      const rules = paymentLimits.filter((limit) => limit.per === per)
      expect(rules.map(({ waitMinutes }) => waitMinutes)).toEqual([10, 60, 1440])
    }
  })
  test('per card counts nothing if the card is not known', () => {
    expect(limitKeyOf({ per: 'card' }, { userId: 1, network: '127.0.0.1' })).toBeUndefined()
  })
})
