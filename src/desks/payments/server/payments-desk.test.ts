import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aContract, aCustomer, anInvoice, aUser, type MadeContract } from '#app/server/testing/builders.ts'
import type { Visitor } from '#app/server/testing/portal.ts'
import { aDesk, anOperator, approveAll } from '#desks/operators/server/testing.ts'
import { payItem } from '#domains/payments/api.ts'
import { storeReport } from '#domains/payments/server/report-store.ts'
import { applyNextReport } from '#domains/payments/server/reports.ts'
import { auditOf } from '#domains/session/server/testing.ts'
import { authenticatePayment } from '#outside/payments/sandbox/books.ts'
import { listPayments, readPayment, reconcilePayment, refundPayment, settleRefund } from '../api.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const { portal, operator, operatorId } = await aDesk({ environment: { DEMO: 'on' }, now: noon })
const { visitor: approver } = await anOperator(portal)
let eva: Visitor
let contract: MadeContract
let invoiceId: number
let invoiceNumber: string

beforeAll(async () => {
  const { db } = portal.context
  const customerId = await aCustomer(db, { name: 'Eva García Lluís', tax_id: '99100733N' })
  contract = await aContract(db, { customerId })
  eva = await portal.as(await aUser(db, { customerIds: [customerId], email: 'eva@example.test' }))
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.setClock(noon)
  const { db } = portal.context
  invoiceId = await anInvoice(db, { contract, amount_total_cents: 4569 })
  const row = db.selectFrom('invoice').where('invoice_id', '=', invoiceId).select('number')
  invoiceNumber = (await row.executeTakeFirstOrThrow()).number
})

/** Eva pays; the id of the attempt. */
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
  operator.ask(refundPayment, {
    params: { id },
    body: { refund_id: randomUUID(), amount: 45.69, reason: 'Cobrada dos veces', is_owed_again: false, ...given },
  })
/** A refund that one operator asks for and another approves; its request, and what became of it. */
async function refunded(id: string, given: object = {}) {
  const requested = (await refund(id, given)).json()
  return approveAll(approver, requested.approval_id)
}
const settle = (id: string, outcome: 'made' | 'refused' = 'made') =>
  operator.ask(settleRefund, { params: { id }, body: { outcome } })

/** A payment that an operator has looked into at a platform for which this server has no keys. */
function moveTo(platform: string, id: string) {
  return portal.context.db
    .updateTable('payment_attempt')
    .set({ platform })
    .where('payment_attempt_id', '=', id)
    .execute()
}

describe('the list', () => {
  test('finds a payment by its invoice, its contract, its customer, and the provider’s reference', async () => {
    const id = await paid()
    const { provider_payment: reference } = await read(id)
    expect(await idsOf({ q: invoiceNumber })).toEqual([id])
    for (const q of [contract.name, '99100733-n', 'garcia', reference!, id]) expect(await idsOf({ q })).toContain(id)
    expect(await idsOf({ q: "zzz ' %" })).toEqual([])
  })

  test('is narrowed by how payments stand, and by what was given back', async () => {
    const failed = await paid('4000000000000002')
    const id = await paid()
    expect(await idsOf({ state: 'failed' })).toContain(failed)
    expect(await idsOf({ state: 'failed' })).not.toContain(id)
    expect(await idsOf({ state: 'refunded' })).not.toContain(id)
    expect(await refunded(id, { amount: 10.5 })).toEqual(['approved'])
    expect((await find({ state: 'refunded' })).items[0]).toMatchObject({ id, refunded: 10.5, has_open_refund: false })
    expect(await idsOf({ state: 'refund_open' })).not.toContain(id)
  })

  test('begins with the last one, page by page', async () => {
    await paid()
    portal.setClock(new Date(noon.getTime() + 60_000))
    invoiceId = await anInvoice(portal.context.db, { contract, amount_total_cents: 100 })
    const last = await paid()
    const page = await find({ limit: 1 })
    expect([page.items.map(({ id }) => id), page.total > 1]).toEqual([[last], true])
    expect(await idsOf({ limit: 1, offset: 1 })).not.toContain(last)
  })

  test.each([
    ['state', { state: 'lost' }],
    ['limit', { limit: 1000 }],
  ])('does not take any %s', async (field, query) => {
    const refused = await operator.ask(listPayments, { query: query as never })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
  })
})

test('a payment is read with all tries at it, what the provider told, and what is left to give back', async () => {
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

test.each(['1', 'x', '99100733-0000-4000-8000-000000000000'])('there is no payment %s', async (id) => {
  const answers = [
    operator.ask(readPayment, { params: { id } }),
    operator.ask(reconcilePayment, { params: { id } }),
    refund(id),
    settle(id),
  ]
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
})

describe('asking the provider', () => {
  const ask = (id: string) => operator.ask(reconcilePayment, { params: { id } })

  test('books what has been paid meanwhile, and is recorded', async () => {
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

  test('tells nothing of a payment that nobody was asked for', async () => {
    const id = await paid()
    const { db } = portal.context
    await db
      .updateTable('payment_attempt')
      .set({ provider_payment: null })
      .where('payment_attempt_id', '=', id)
      .execute()
    expect((await ask(id)).json()).toEqual({ answer: 'nothing', state: 'succeeded' })
  })

  test('is not possible without its keys', async () => {
    const id = await paid()
    await moveTo('stripe', id)
    const refused = await ask(id)
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'platform_missing'])
  })
})

describe('a refund', () => {
  test('gives part of a payment back, tells the customer, and is recorded', async () => {
    const id = await paid()
    expect(await refunded(id, { amount: 5.69 })).toEqual(['approved'])
    const { refunds, refundable } = await read(id)
    expect(refunds).toMatchObject([{ amount: 5.69, state: 'made', source: 'desk', ordered_by: 'Jordi Ferrer' }])
    expect(refundable).toBe(40)
    const told = portal.context.db
      .selectFrom('outbox_message')
      .where('kind', '=', 'payments.refunded')
      .select('to_address')
    expect((await told.execute()).at(-1)).toEqual({ to_address: 'eva@example.test' })
    expect(await auditOf(portal, operatorId)).toContainEqual([
      'refund_ordered',
      { amountCents: 569, isOwedAgain: false },
    ])
  })

  test('asked for twice under one id is made once', async () => {
    const id = await paid()
    const refund_id = randomUUID()
    const first = (await refund(id, { refund_id })).json()
    expect((await refund(id, { refund_id })).json()).toEqual(first)
    await approveAll(approver, first.approval_id)
    expect((await refund(id, { refund_id })).json()).toEqual({ state: 'made' })
    expect((await read(id)).refunds).toHaveLength(1)
    const other = await refund(id, { refund_id, amount: 1 })
    expect([other.statusCode, other.json().message]).toEqual([409, 'refund_id_used'])
  })

  test('is refused while another one waits', async () => {
    const id = await paid()
    await refund(id, { amount: 1 })
    const refused = await refund(id, { amount: 2 })
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'approval_open'])
  })

  test('is refused beyond what is left', async () => {
    const id = await paid()
    await refunded(id, { amount: 40 })
    const refused = await refund(id, { amount: 5.7 })
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'refund_too_much'])
  })

  test('is refused of what was not paid, and without the provider’s keys', async () => {
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
  ])('does not take any %s: %o', async (field, given) => {
    const refused = await refund(await paid(), given)
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
  })

  test('needs a proof of who orders it', async () => {
    const id = await paid()
    portal.setClock(new Date(noon.getTime() + 11 * 60_000))
    expect((await refund(id)).json().message).toBe('fresh_authentication_required')
  })
})

test('a refund without an answer is cleared up by who has looked, once', async () => {
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

test('is nothing for customers', async () => {
  const id = await paid()
  const asked = [
    eva.ask(listPayments, { query: {} }),
    eva.ask(readPayment, { params: { id } }),
    eva.ask(reconcilePayment, { params: { id } }),
    eva.ask(refundPayment, {
      params: { id },
      body: { refund_id: id, amount: 1, reason: 'none', is_owed_again: false },
    }),
    eva.ask(settleRefund, { params: { id }, body: { outcome: 'made' } }),
  ]
  expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401])
})
