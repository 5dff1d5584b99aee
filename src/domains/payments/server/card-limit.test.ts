import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { type StripeStandIn, startStripeStandIn } from '#outside/payments/testing/stripe-stand-in.ts'
import { payItem } from '../api.ts'
import { applyNextReport } from './reports/apply-reports.ts'
import { reportPath } from './reports/report-route.ts'

/** Stripe identifies the card of a method by its fingerprint, whoever uses it. */

const begin = new Date('2026-11-20T15:24:00Z')
const keys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' }
const declined = 'pm_card_visa_chargeDeclined'
let standIn: StripeStandIn
let portal: TestPortal
let contract: CreatedContract

beforeAll(async () => {
  standIn = await startStripeStandIn({ ...keys, now: () => begin })
  portal = await startTestPortal({
    environment: standIn.environment,
    now: begin,
  })
  await portal.set('payment.platforms', ['stripe'])
  contract = await insertContract(portal.context.db, { customerId: await insertCustomer(portal.context.db) })
})
afterAll(() => Promise.all([portal.close(), standIn.close()]))
beforeEach(async () => {
  await portal.context.db.deleteFrom('visitor_throttle').execute()
  await portal.context.db.deleteFrom('payment_hold').execute()
})

const somebody = async () => portal.as(await insertUser(portal.context.db, { customerIds: [contract.customerId] }))

async function pay(visitor: TestVisitor, method: string) {
  const itemId = await insertInvoice(portal.context.db, { contract, amount_total_cents: 4569 })
  const item = { item_id: itemId, related_object_type: 'invoice' as const }
  return visitor.sendRaw(payItem, { body: { payment_method_id: method, platform_name: 'stripe', ...item } })
}

test('a card declined four times is not tried a fifth time, whoever uses it, and nothing is charged', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, somebody))
  for (const person of people.slice(0, 4)) expect((await pay(person, declined)).statusCode).toBe(200)
  const held = await pay(people[4]!, declined)
  expect([held.statusCode, held.headers['retry-after']]).toEqual([429, '600'])
  const holds = await portal.context.db.selectFrom('payment_hold').selectAll().execute()
  expect(holds).toMatchObject([{ per: 'card', value: `card:fingerprint-of-${declined}`, tries: 5, version: 1 }])
  // Another card of the same user is not affected.
  expect((await pay(people[4]!, 'pm_card_visa')).json()).toMatchObject({ success: true })
  expect(standIn.chargedCents()).toEqual([4569])
})

test('a payment that only the provider reports resets the limits of user and card', async () => {
  const anna = await somebody()
  const method = 'pm_card_authenticationRequired'
  for (let left = 3; left > 0; left--) {
    const { payment_intent_id: id } = (await pay(anna, method)).json()
    standIn.authenticate(id, false)
    await anna.sendRaw(payItem, { body: { platform_name: 'stripe', payment_intent_id: id } as never })
  }
  // Approved at the bank, without returning to the portal.
  const { payment_intent_id: paymentId } = (await pay(anna, method)).json()
  standIn.authenticate(paymentId, true)
  const json = { 'content-type': 'application/json' }
  for (const { rawBody: payload, headers } of standIn.reports()) {
    const report = { url: reportPath('stripe'), headers: { ...headers, ...json }, payload }
    expect((await portal.app.inject({ method: 'POST', ...report })).statusCode).toBe(200)
  }
  const { db, clock, payments: platforms } = portal.context
  const deps = { db, clock, platforms, log: { warn() {}, error() {} } }
  while (await applyNextReport(deps));
  const paid = await db
    .selectFrom('payment_attempt')
    .where('provider_payment', '=', paymentId)
    .select(['state', 'card_fingerprint'])
    .executeTakeFirstOrThrow()
  expect(paid).toEqual({ state: 'succeeded', card_fingerprint: `fingerprint-of-${method}` })
  for (let left = 4; left > 0; left--) expect((await pay(anna, method)).statusCode).toBe(200)
  expect((await pay(anna, method)).statusCode).toBe(429)
})
