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
import { payItem } from '../../api.ts'

const begin = new Date('2026-11-20T15:24:00Z')
const keys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' }
let standIn: StripeStandIn
let portal: TestPortal
let contract: CreatedContract
let anna: TestVisitor
let invoiceId: number

beforeAll(async () => {
  standIn = await startStripeStandIn({ ...keys, now: () => begin })
  portal = await startTestPortal({
    environment: standIn.environment,
    now: begin,
  })
  await portal.set('payment.platforms', ['stripe'])
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId })
  anna = await portal.as(await insertUser(db, { customerIds: [customerId] }))
})
afterAll(() => Promise.all([portal.close(), standIn.close()]))
beforeEach(async () => {
  invoiceId = await insertInvoice(portal.context.db, { contract, amount_total_cents: 4569 })
})

function pay() {
  const item = { item_id: invoiceId, related_object_type: 'invoice' as const }
  return anna.sendRaw(payItem, { body: { payment_method_id: 'pm_card_visa', platform_name: 'stripe', ...item } })
}

function attempts() {
  const rows = portal.context.db.selectFrom('payment_attempt').where('item_id', '=', invoiceId)
  return rows.select(['state', 'error_code']).execute()
}

test('a repeatedly failing provider is not called for a while, and customers are told when to try again', async () => {
  for (let failures = 0; failures < 5; failures++) {
    standIn.failNext({ status: 503, body: { error: { type: 'api_error' } } })
    expect((await pay()).statusCode).toBe(503)
  }
  const began = performance.now()
  const held = await pay()
  expect([held.statusCode, held.json().message]).toEqual([503, 'provider_unavailable'])
  expect(held.headers['retry-after']).toBe('30')
  expect(performance.now() - began).toBeLessThan(2_000)
  expect(standIn.chargedCents()).toEqual([])
  portal.setClock(new Date(begin.getTime() + 30_000))
  expect((await pay()).json()).toMatchObject({ success: true })
  portal.setClock(begin)
})

test.each([401, 403, 500, 503])(
  'a provider response of %d is reported as a provider failure, not as invalid input, and the customer may pay later',
  async (status) => {
    standIn.failNext({ status, body: { error: { type: 'invalid_request_error' } } })
    const answer = await pay()
    expect([answer.statusCode, answer.json().message]).toEqual([503, 'provider_unavailable'])
    expect(answer.json().error.message).toMatch(/No se ha cobrado nada/)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(await attempts()).toEqual([{ state: 'failed', error_code: 'provider_unavailable' }])
    expect((await pay()).json()).toMatchObject({ success: true })
  },
)
