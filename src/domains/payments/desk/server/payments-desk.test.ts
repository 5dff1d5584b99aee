import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import type { TestVisitor } from '#app/server/testing/test-portal.ts'
import { approvePending, createTestOperator, deskPortal } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { authenticatePayment } from '#outside/payments/sandbox/sandbox-store.ts'
import { payItem } from '../../api.ts'
import { applyNextReport } from '../../server/reports/apply-reports.ts'
import { storeReport } from '../../server/reports/report-store.ts'
import { listPayments, readPayment, reconcilePayment, refundPayment, settleRefund } from '../api.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const { portal, operator, operatorId } = await deskPortal({ environment: { DEMO: 'on' }, now: noon })
const { visitor: approver } = await createTestOperator(portal)
let eva: TestVisitor
let contract: CreatedContract
let invoiceId: number
let invoiceNumber: string

beforeAll(async () => {
  const { db } = portal.context
  const customerId = await insertCustomer(db, { name: 'Eva García Lluís', tax_id: '99100733N' })
  contract = await insertContract(db, { customerId })
  eva = await portal.as(await insertUser(db, { customerIds: [customerId], email: 'eva@example.test' }))
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.setClock(noon)
  const { db } = portal.context
  invoiceId = await insertInvoice(db, { contract, amount_total_cents: 4569 })
  const row = db.selectFrom('invoice').where('invoice_id', '=', invoiceId).select('number')
  invoiceNumber = (await row.executeTakeFirstOrThrow()).number
})

/** Makes a payment by Eva. Returns the id of the attempt. */
async function paid(card = '4242424242424242'): Promise<string> {
  const payload = { number: card, exp_month: '12', exp_year: '34', cvc: '123' }
  const method = await portal.app.inject({ method: 'POST', url: '/sandbox-provider/v1/payment_methods', payload })
  const item = { item_id: invoiceId, related_object_type: 'invoice' as const }
  const body = { payment_method_id: method.json().id, platform_name: 'sandbox', ...item }
  const { payment_intent_id: reference } = await eva.send(payItem, { body })
  const attempts = portal.context.db.selectFrom('payment_attempt').select('payment_attempt_id')
  const row = attempts.where('provider_payment', '=', reference)
  return (await row.executeTakeFirstOrThrow()).payment_attempt_id
}

const find = (query: object) => operator.send(listPayments, { query: query as never })
const idsOf = async (query: object) => (await find(query)).items.map(({ id }) => id)
const read = (id: string) => operator.send(readPayment, { params: { id } })
const refund = (id: string, given: object = {}) =>
  operator.sendRaw(refundPayment, {
    params: { id },
    body: { refund_id: randomUUID(), amount: 45.69, reason: 'Cobrada dos veces', is_owed_again: false, ...given },
  })
/** Requests a refund as one operator and approves it as another. Returns the approval request and its outcome. */
async function refunded(id: string, given: object = {}) {
  const requested = (await refund(id, given)).json()
  return approvePending(approver, requested.approval_id)
}
const settle = (id: string, outcome: 'made' | 'refused' = 'made') =>
  operator.sendRaw(settleRefund, { params: { id }, body: { outcome } })

/** Moves a payment to a platform for which this server has no credentials. */
function moveTo(platform: string, id: string) {
  return portal.context.db
    .updateTable('payment_attempt')
    .set({ platform })
    .where('payment_attempt_id', '=', id)
    .execute()
}

describe('the list', () => {
  test('finds a payment by invoice, contract, customer and provider reference', async () => {
    const id = await paid()
    const { provider_payment: reference } = await read(id)
    expect(await idsOf({ q: invoiceNumber })).toEqual([id])
    for (const q of [contract.name, '99100733-n', 'garcia', reference!, id]) expect(await idsOf({ q })).toContain(id)
    expect(await idsOf({ q: "zzz ' %" })).toEqual([])
  })

  test('filters by payment state and refunds', async () => {
    const failed = await paid('4000000000000002')
    const id = await paid()
    expect(await idsOf({ state: 'failed' })).toContain(failed)
    expect(await idsOf({ state: 'failed' })).not.toContain(id)
    expect(await idsOf({ state: 'refunded' })).not.toContain(id)
    expect(await refunded(id, { amount: 10.5 })).toEqual(['approved'])
    expect((await find({ state: 'refunded' })).items[0]).toMatchObject({ id, refunded: 10.5, has_open_refund: false })
    expect(await idsOf({ state: 'refund_open' })).not.toContain(id)
  })

  test('returns the newest first, page by page', async () => {
    await paid()
    portal.setClock(new Date(noon.getTime() + 60_000))
    invoiceId = await insertInvoice(portal.context.db, { contract, amount_total_cents: 100 })
    const last = await paid()
    const page = await find({ limit: 1 })
    expect([page.items.map(({ id }) => id), page.total > 1]).toEqual([[last], true])
    expect(await idsOf({ limit: 1, offset: 1 })).not.toContain(last)
  })

  test.each([
    ['state', { state: 'lost' }],
    ['limit', { limit: 1000 }],
  ])('refuses an invalid %s', async (field, query) => {
    const refused = await operator.sendRaw(listPayments, { query: query as never })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
  })
})

test('returns a payment with all attempts, the provider’s reports and the refundable amount', async () => {
  const failed = await paid('4000000000000002')
  const id = await paid()
  const { db, payments, clock } = portal.context
  const payment = {
    id: (await read(id)).provider_payment,
    status: 'succeeded',
    amount_cents: 4569,
    error_code: null,
    decline_code: null,
    metadata: { attempt_id: id, customer_id: String(contract.customerId) },
  }
  const event = { eventId: `evt_${id}`, payload: { id: 'evt_1', type: 'payment.succeeded', payment } }
  await storeReport(db, { platform: 'sandbox', event, putAside: null, now: noon })
  while (await applyNextReport({ db, platforms: payments, clock, log: { warn() {}, error() {} } }));
  expect(await read(id)).toMatchObject({
    state: 'succeeded',
    amount: 45.69,
    card_last4: '4242',
    paid_by: 'eva@example.test',
    item: { kind: 'invoice', number: invoiceNumber, paid_status: 'paid', amount_pending: 0 },
    customer: { tax_id: '99100733N' },
    contract: contract.name,
    attempts: expect.arrayContaining([
      expect.objectContaining({ id, state: 'succeeded' }),
      expect.objectContaining({ id: failed, state: 'failed', error: 'card_declined' }),
    ]),
    reports: [{ id: `evt_${id}`, told: 'succeeded', applied_at: noon.toISOString(), failures: 0 }],
    refunds: [],
    refundable: 45.69,
    has_platform: true,
    waiting_approval: null,
  })
})

test.each(['1', 'x', '99100733-0000-4000-8000-000000000000'])('returns 404 for payment %s', async (id) => {
  const answers = [
    operator.sendRaw(readPayment, { params: { id } }),
    operator.sendRaw(reconcilePayment, { params: { id } }),
    refund(id),
    settle(id),
  ]
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
})

describe('querying the provider', () => {
  const ask = (id: string) => operator.sendRaw(reconcilePayment, { params: { id } })

  test('books a payment made meanwhile, and is recorded', async () => {
    const id = await paid('4000002760003184')
    expect((await ask(id)).json()).toEqual({ answer: 'told', state: 'requires_action' })
    const paymentId = (await read(id)).provider_payment!
    await authenticatePayment(portal.context.db, { paymentId, isApproved: true, now: noon })
    expect((await ask(id)).json()).toEqual({ answer: 'told', state: 'succeeded' })
    expect((await read(id)).item.paid_status).toBe('paid')
    expect(await auditOf(portal, operatorId)).toContainEqual([
      'payment_reconciled',
      { state: 'succeeded', answer: 'told' },
    ])
  })

  test('returns no state for a payment that was never sent to the provider', async () => {
    const id = await paid()
    const { db } = portal.context
    await db
      .updateTable('payment_attempt')
      .set({ provider_payment: null })
      .where('payment_attempt_id', '=', id)
      .execute()
    expect((await ask(id)).json()).toEqual({ answer: 'nothing', state: 'succeeded' })
  })

  test('is refused without the provider’s credentials', async () => {
    const id = await paid()
    await moveTo('stripe', id)
    const refused = await ask(id)
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'platform_missing'])
  })
})

describe('a refund', () => {
  test('returns part of a payment, notifies the customer and is recorded', async () => {
    const id = await paid()
    expect(await refunded(id, { amount: 5.69 })).toEqual(['approved'])
    const { refunds, refundable } = await read(id)
    expect(refunds).toMatchObject([{ amount: 5.69, state: 'made', source: 'desk', ordered_by: 'Jordi Ferrer' }])
    expect(refundable).toBe(40)
    const refundMessages = portal.context.db
      .selectFrom('outbox_message')
      .where('kind', '=', 'payments.refunded')
      .select('to_address')
    expect((await refundMessages.execute()).at(-1)).toEqual({ to_address: 'eva@example.test' })
    expect(await auditOf(portal, operatorId)).toContainEqual([
      'refund_ordered',
      { amountCents: 569, isOwedAgain: false },
    ])
  })

  test('requested twice under one id is made once', async () => {
    const id = await paid()
    const refund_id = randomUUID()
    const first = (await refund(id, { refund_id })).json()
    expect((await refund(id, { refund_id })).json()).toEqual(first)
    await approvePending(approver, first.approval_id)
    expect((await refund(id, { refund_id })).json()).toEqual({ state: 'made' })
    expect((await read(id)).refunds).toHaveLength(1)
    const other = await refund(id, { refund_id, amount: 1 })
    expect([other.statusCode, other.json().message]).toEqual([409, 'refund_id_used'])
  })

  test('is refused while another request is open', async () => {
    const id = await paid()
    await refund(id, { amount: 1 })
    const refused = await refund(id, { amount: 2 })
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'approval_open'])
  })

  test('is refused beyond the refundable amount', async () => {
    const id = await paid()
    await refunded(id, { amount: 40 })
    const refused = await refund(id, { amount: 5.7 })
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'refund_too_much'])
  })

  test('is refused for an unpaid attempt, and without the provider’s credentials', async () => {
    const failed = await refund(await paid('4000000000000002'))
    expect([failed.statusCode, failed.json().message]).toEqual([409, 'not_refundable'])
    const id = await paid()
    await moveTo('redsys', id)
    const refused = await refund(id)
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'platform_missing'])
  })

  test.each([
    ['amount', { amount: 1.005 }],
    ['amount', { amount: 0 }],
    ['reason', { reason: ' ' }],
    ['refund_id', { refund_id: '1' }],
  ])('refuses an invalid %s: %o', async (field, given) => {
    const refused = await refund(await paid(), given)
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
  })

  test('requires recent authentication', async () => {
    const id = await paid()
    portal.setClock(new Date(noon.getTime() + 11 * 60_000))
    expect((await refund(id)).json().message).toBe('fresh_authentication_required')
  })
})

test('an unanswered refund is resolved manually, once', async () => {
  const { db } = portal.context
  const id = await paid()
  const refund_id = randomUUID()
  await refunded(id, { refund_id, amount: 10 })
  const early = await settle(refund_id)
  expect([early.statusCode, early.json().message]).toEqual([409, 'refund_not_unclear'])
  const [other, customer_id] = [randomUUID(), contract.customerId]
  const at = { ordered_at: noon, updated_at: noon, ask_at: noon }
  const unclear = { payment_attempt_id: id, amount_cents: 500, state: 'unknown', source: 'desk' }
  await db
    .insertInto('payment_refund')
    .values({ customer_id, refund_id: other, ...unclear, ...at })
    .execute()
  expect((await find({ state: 'refund_open' })).items).toMatchObject([{ id, has_open_refund: true }])
  expect((await settle(other)).statusCode).toBe(204)
  expect(await read(id)).toMatchObject({ refundable: 30.69, refunds: [{ state: 'made' }, { state: 'made' }] })
  expect(await auditOf(portal, operatorId)).toContainEqual(['refund_settled', { state: 'made', amountCents: 500 }])
  expect((await settle(other, 'refused')).statusCode).toBe(409)
})

test('customers have no access', async () => {
  const id = await paid()
  const replies = [
    eva.sendRaw(listPayments, { query: {} }),
    eva.sendRaw(readPayment, { params: { id } }),
    eva.sendRaw(reconcilePayment, { params: { id } }),
    eva.sendRaw(refundPayment, {
      params: { id },
      body: { refund_id: id, amount: 1, reason: 'none', is_owed_again: false },
    }),
    eva.sendRaw(settleRefund, { params: { id }, body: { outcome: 'made' } }),
  ]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401])
})
