import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aContract, aCustomer, anInvoice, aUser, type MadeContract } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { anOperator } from '#desks/operators/server/testing.ts'
import { readPayment, refundPayment } from '#desks/payments/api.ts'
import { refundApproval } from '#desks/payments/server/refund-approval.ts'
import { payItem } from '#domains/payments/api.ts'
import { carryOutRefunds } from '#domains/payments/server/refund.ts'
import { decideApproval, listApprovals, readApproval, withdrawApproval } from '../api.ts'
import type { Decision } from '../rules.ts'
import { expireApprovals } from './approval-store.ts'
import { decideRequest } from './decide-approval.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const dayMs = 86_400_000
let portal: TestPortal
let marta: Visitor
let martaId: number
let jordi: Visitor
let jordiId: number
let pau: Visitor
let eva: Visitor
let contract: MadeContract
let invoiceId: number

beforeAll(async () => {
  portal = await testPortal({ environment: { DEMO: 'on' }, now: noon })
  const { db } = portal.context
  const customerId = await aCustomer(db, { name: 'Eva García' })
  contract = await aContract(db, { customerId })
  eva = await portal.as(await aUser(db, { customerIds: [customerId], email: 'eva@example.test' }))
  ;({ visitor: marta, userId: martaId } = await anOperator(portal))
  ;({ visitor: jordi, userId: jordiId } = await anOperator(portal))
  ;({ visitor: pau } = await anOperator(portal))
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.setClock(noon)
  const { db } = portal.context
  // None is ever deleted: what an earlier test has left open is over.
  await db
    .updateTable('approval_request')
    .set({ state: 'expired', decided_at: noon })
    .where('state', '=', 'requested')
    .execute()
  invoiceId = await anInvoice(db, { contract, amount_total_cents: 4569 })
})

/** Eva pays; the id of the attempt. */
async function paid(): Promise<string> {
  const payload = { number: '4242424242424242', exp_month: '12', exp_year: '34', cvc: '123' }
  const method = await portal.app.inject({ method: 'POST', url: '/sandbox-provider/v1/payment_methods', payload })
  const body = { payment_method_id: method.json().id, platform_name: 'sandbox' }
  const { payment_intent_id: reference } = await eva.send(payItem, {
    body: { ...body, item_id: invoiceId, related_object_type: 'invoice' },
  })
  const row = portal.context.db.selectFrom('payment_attempt').where('provider_payment', '=', reference)
  return (await row.select('payment_attempt_id').executeTakeFirstOrThrow()).payment_attempt_id
}

const body = (given: object = {}) => ({
  ...{ refund_id: randomUUID(), amount: 45.69, reason: 'Cobrada dos veces', is_owed_again: false },
  ...given,
})
/** Marta asks for a refund; the id of her request. */
async function requested(paymentId: string, given: object = {}): Promise<string> {
  const reply = await marta.ask(refundPayment, { params: { id: paymentId }, body: body(given) })
  expect(reply.statusCode).toBe(200)
  return reply.json().approval_id
}
const decide = (who: Visitor, id: string, decision: Decision, note?: string) =>
  who.ask(decideApproval, { params: { id }, body: { decision, ...(note ? { note } : {}) } })
const withdraw = (who: Visitor, id: string) => who.ask(withdrawApproval, { params: { id } })
const refusal = (answer: { statusCode: number; json(): { message: string } }) => [
  answer.statusCode,
  answer.json().message,
]
const read = (who: Visitor, id: string) => who.send(readApproval, { params: { id } })
const refundsOf = async (paymentId: string) => (await jordi.send(readPayment, { params: { id: paymentId } })).refunds

/** What the log says of a request, the first first. */
async function logged(id: string) {
  const rows = portal.context.db.selectFrom('audit_entry').where('subject', '=', `approval:${id}`)
  return rows.orderBy('audit_entry_id').select(['action', 'actor_user_id', 'after']).execute()
}

test('what one operator asks for moves nothing until another approves it', async () => {
  const payment = await paid()
  const id = await requested(payment, { amount: 5.69 })
  expect(await refundsOf(payment)).toEqual([])
  expect((await jordi.send(readPayment, { params: { id: payment } })).waiting_approval).toMatchObject({ id })
  expect(await read(jordi, id)).toMatchObject({
    ...{ kind: 'refund', state: 'requested', is_own: false, reason: 'Cobrada dos veces', changed_to: null },
    ...{ requested_by: { id: martaId }, customer: { name: 'Eva García' }, expires_at: '2026-11-27T11:00:00.000Z' },
    detail: { kind: 'refund', amount: 5.69, refundable_before: 45.69, refundable_after: 40 },
  })
  expect((await decide(jordi, id, 'approve')).json()).toEqual({ state: 'approved', failure: null })
  expect(await refundsOf(payment)).toMatchObject([{ amount: 5.69, state: 'made', ordered_by: 'Jordi Ferrer' }])
  expect(await read(marta, id)).toMatchObject({ state: 'approved', is_own: true, decided_by: { id: jordiId } })
  const about = { kind: 'refund', about: `payment:${payment}` }
  expect(await logged(id)).toEqual([
    { action: 'approval_requested', actor_user_id: martaId, after: about },
    {
      action: 'approval_approved',
      actor_user_id: jordiId,
      after: { ...about, requestedBy: martaId, decidedBy: jordiId },
    },
  ])
})

test('what waits is listed with the first one first, and what was decided with the last one first', async () => {
  const first = await requested(await paid())
  portal.setClock(new Date(noon.getTime() + 60_000))
  invoiceId = await anInvoice(portal.context.db, { contract, amount_total_cents: 100 })
  const second = await requested(await paid(), { amount: 1 })
  const read = (query: object) => jordi.send(listApprovals, { query: query as never })
  const list = async (query: object) => {
    const { items, total } = await read(query)
    return [items.map(({ id }) => id), total]
  }
  const before = (await read({ state: 'decided' })).total
  expect(await list({})).toEqual([[first, second], 2])
  expect(await list({ limit: 1, offset: 1 })).toEqual([[second], 2])
  await decide(jordi, first, 'reject', 'Ya se devolvió por transferencia')
  await decide(jordi, second, 'approve')
  expect(await list({})).toEqual([[], 0])
  const decided = await read({ state: 'decided', limit: 2 })
  expect(decided.total).toBe(before + 2)
  expect(decided.items.map(({ id }) => id).sort()).toEqual([first, second].sort())
})

describe('nobody decides about', () => {
  test('what they have asked for themselves', async () => {
    const payment = await paid()
    const id = await requested(payment)
    expect(refusal(await decide(marta, id, 'approve'))).toEqual([403, 'own_approval'])
    expect(refusal(await decide(marta, id, 'reject', 'No'))).toEqual([403, 'own_approval'])
    expect(await refundsOf(payment)).toEqual([])
  })

  test('what was decided, withdrawn or has expired', async () => {
    const rejected = await requested(await paid())
    await decide(jordi, rejected, 'reject', 'No corresponde')
    expect(refusal(await decide(pau, rejected, 'approve'))).toEqual([409, 'approval_decided'])
    const withdrawn = await requested(await paidAnother())
    expect((await withdraw(marta, withdrawn)).statusCode).toBe(204)
    expect(refusal(await decide(jordi, withdrawn, 'approve'))).toEqual([409, 'approval_decided'])
    const payment = await paidAnother()
    const expired = await requested(payment)
    portal.setClock(new Date(noon.getTime() + 7 * dayMs))
    const late = await portal.as(jordiId)
    expect(refusal(await decide(late, expired, 'approve'))).toEqual([409, 'approval_expired'])
    expect(await refundsAt(payment)).toBe(0)
  })

  test('what does not exist', async () => {
    for (const id of ['1', randomUUID()]) {
      expect((await jordi.ask(readApproval, { params: { id } })).statusCode).toBe(404)
      expect((await decide(jordi, id, 'approve')).statusCode).toBe(404)
      expect((await withdraw(jordi, id)).statusCode).toBe(404)
    }
  })
})

/** Another invoice that Eva pays. */
async function paidAnother(): Promise<string> {
  invoiceId = await anInvoice(portal.context.db, { contract, amount_total_cents: 4569 })
  return paid()
}

async function refundsAt(paymentId: string): Promise<number> {
  const rows = portal.context.db.selectFrom('payment_refund').where('payment_attempt_id', '=', paymentId)
  return (await rows.selectAll().execute()).length
}

test('what is rejected needs a reason, which whoever asked reads', async () => {
  const payment = await paid()
  const id = await requested(payment)
  const refused = await decide(jordi, id, 'reject')
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['note']])
  expect((await decide(jordi, id, 'reject', 'Falta el justificante')).json()).toEqual({
    state: 'rejected',
    failure: null,
  })
  expect(await read(marta, id)).toMatchObject({ state: 'rejected', note: 'Falta el justificante' })
  expect(await refundsAt(payment)).toBe(0)
  expect(await requested(payment)).not.toBe(id)
})

test('what somebody has asked for is withdrawn by them alone', async () => {
  const id = await requested(await paid())
  expect(refusal(await withdraw(jordi, id))).toEqual([403, 'not_own_approval'])
  expect((await withdraw(marta, id)).statusCode).toBe(204)
  expect(refusal(await withdraw(marta, id))).toEqual([409, 'approval_decided'])
  expect((await logged(id)).map(({ action }) => action)).toEqual(['approval_requested', 'approval_withdrawn'])
})

test('what was given back meanwhile is not approved, and it is told what stands now', async () => {
  const payment = await paid()
  const id = await requested(payment, { amount: 40 })
  const { db } = portal.context
  const at = { ordered_at: noon, updated_at: noon, ask_at: noon }
  await db
    .insertInto('payment_refund')
    .values({
      ...{ customer_id: contract.customerId, refund_id: randomUUID(), payment_attempt_id: payment },
      ...{ amount_cents: 1000, state: 'made', source: 'provider', ...at },
    })
    .execute()
  const refused = await decide(jordi, id, 'approve')
  expect(refusal(refused)).toEqual([409, 'approval_outdated'])
  expect(refused.json().current).toMatchObject({ kind: 'refund', refundable_before: 35.69 })
  expect(await read(jordi, id)).toMatchObject({ state: 'requested', changed_to: { refundable_before: 35.69 } })
  expect(await refundsAt(payment)).toBe(1)
  expect((await decide(jordi, id, 'reject', 'Ya se devolvió una parte')).statusCode).toBe(200)
})

test('one request about a payment waits at a time, and the same once more is the same', async () => {
  const payment = await paid()
  const refund_id = randomUUID()
  const id = await requested(payment, { refund_id })
  expect(await requested(payment, { refund_id })).toBe(id)
  const other = await marta.ask(refundPayment, { params: { id: payment }, body: body({ amount: 1 }) })
  expect(refusal(other)).toEqual([409, 'approval_open'])
  expect(other.json().approval_id).toBe(id)
  const ofOther = await jordi.ask(refundPayment, { params: { id: payment }, body: body({ refund_id }) })
  expect(refusal(ofOther)).toEqual([409, 'approval_open'])
})

test('of two who ask at once, one does', async () => {
  const payment = await paid()
  const ask = (who: Visitor) => who.ask(refundPayment, { params: { id: payment }, body: body() })
  const replies = await Promise.all([ask(marta), ask(jordi)])
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('of two who approve at once, one does, and it is done once', async () => {
  const payment = await paid()
  const id = await requested(payment)
  const replies = await Promise.all([decide(jordi, id, 'approve'), decide(pau, id, 'approve')])
  expect(replies.map((reply) => (reply.statusCode === 200 ? 'approved' : reply.json().message)).sort()).toEqual([
    'approval_decided',
    'approved',
  ])
  expect(await refundsOf(payment)).toMatchObject([{ state: 'made' }])
})

test('the same decision of the same operator once more is answered as before', async () => {
  const payment = await paid()
  const id = await requested(payment)
  const replies = [await decide(jordi, id, 'approve'), await decide(jordi, id, 'approve')]
  expect(replies.map((reply) => reply.json())).toEqual([
    { state: 'approved', failure: null },
    { state: 'approved', failure: null },
  ])
  expect(await refundsOf(payment)).toHaveLength(1)
  expect(refusal(await decide(jordi, id, 'reject', 'Mejor no'))).toEqual([409, 'approval_decided'])
})

test('a server that dies between the decision and the provider leaves a refund that another makes, once', async () => {
  const payment = await paid()
  const id = await requested(payment)
  const { db, clock, payments: platforms } = portal.context
  const log = { warn() {}, error() {} }
  const deps = { db, platforms, clock, log, settings: portal.context.settings }
  const killed = { ...refundApproval(deps), afterwards: () => new Promise<never>(() => {}) }
  const input = { id, decision: 'approve', note: '', userId: jordiId, requestId: 'r' } as const
  void decideRequest({ db, clock, log, kinds: [killed] }, input)
  await expect.poll(async () => (await read(jordi, id)).state).toBe('approved')
  expect(await refundsOf(payment)).toMatchObject([{ state: 'pending' }])
  portal.setClock(new Date(noon.getTime() + 1000))
  while (await carryOutRefunds(deps));
  expect(await refundsOf(payment)).toMatchObject([{ state: 'made', amount: 45.69 }])
  expect((await decide(jordi, id, 'approve')).json()).toEqual({ state: 'approved', failure: null })
  expect(await refundsOf(payment)).toHaveLength(1)
})

test('what nobody decides in time expires, is written down, and can be asked for again', async () => {
  const payment = await paid()
  const id = await requested(payment)
  const { db } = portal.context
  expect(await expireApprovals(db, new Date(noon.getTime() + 7 * dayMs - 1))).toBe(false)
  portal.setClock(new Date(noon.getTime() + 7 * dayMs))
  const again = await portal.as(martaId)
  expect((await read(again, id)).state).toBe('expired')
  const renewed = await again.ask(refundPayment, { params: { id: payment }, body: body() })
  expect(renewed.json().approval_id).not.toBe(id)
  expect((await logged(id)).at(-1)).toEqual({
    ...{ action: 'approval_expired', actor_user_id: null },
    after: { kind: 'refund', about: `payment:${payment}`, requestedBy: martaId },
  })
  expect(await expireApprovals(db, portal.context.clock())).toBe(false)
})

describe('what cannot be carried out any more', () => {
  test('fails, and says why', async () => {
    const payment = await paid()
    const id = await requested(payment)
    const { db } = portal.context
    const of = db.updateTable('payment_attempt').where('payment_attempt_id', '=', payment)
    await of.set({ platform: 'redsys' }).execute()
    expect((await decide(jordi, id, 'approve')).json()).toEqual({ state: 'failed', failure: 'platform_missing' })
    expect(await read(marta, id)).toMatchObject({ state: 'failed', failure: 'platform_missing' })
    expect(await refundsAt(payment)).toBe(0)
  })

  test('is not read as something else', async () => {
    const { db } = portal.context
    const id = randomUUID()
    await db
      .insertInto('approval_request')
      .values({
        ...{ approval_id: id, kind: 'refund', subject: 'payment:other', payload: '{"amount_cents":1}', seen: '{}' },
        ...{ requested_by_user_id: martaId, requested_at: noon, expires_at: new Date(noon.getTime() + dayMs) },
      })
      .execute()
    expect(await read(jordi, id)).toMatchObject({ detail: null })
    expect((await decide(jordi, id, 'approve')).json()).toEqual({ state: 'failed', failure: 'unreadable' })
  })
})

describe('the database itself', () => {
  const change = (id: string, set: object) =>
    portal.context.db.updateTable('approval_request').set(set).where('approval_id', '=', id).execute()

  test('takes no approval by whoever asked', async () => {
    const id = await requested(await paid())
    for (const state of ['approved', 'failed', 'rejected'])
      await expect(change(id, { state, decided_at: noon, decided_by_user_id: martaId })).rejects.toThrow()
    await expect(change(id, { state: 'approved', decided_at: noon })).rejects.toThrow()
  })

  test('keeps what was asked for, and what was decided', async () => {
    const id = await requested(await paid())
    await expect(change(id, { payload: '{}' })).rejects.toThrow(/never rewritten/)
    await expect(change(id, { requested_by_user_id: jordiId })).rejects.toThrow(/never rewritten/)
    await decide(jordi, id, 'approve')
    const gone = portal.context.db.deleteFrom('approval_request').where('approval_id', '=', id)
    await expect(gone.execute()).rejects.toThrow(/never rewritten/)
    await expect(change(id, { state: 'requested', decided_at: null, decided_by_user_id: null })).rejects.toThrow()
  })
})

test('a decision needs a proof of who makes it', async () => {
  const id = await requested(await paid())
  const before = await portal.as(jordiId)
  portal.setClock(new Date(noon.getTime() + 11 * 60_000))
  expect((await decide(before, id, 'approve')).json().message).toBe('fresh_authentication_required')
})

test('is nothing for operators of other roles', async () => {
  const id = await requested(await paid())
  const { userId, visitor } = await anOperator(portal)
  const { db } = portal.context
  const of = db.updateTable('user_account').where('user_id', '=', userId)
  await of.set({ operator_roles: ['care', 'sales', 'content'] }).execute()
  const asked = [
    visitor.ask(listApprovals, { query: {} as never }),
    visitor.ask(readApproval, { params: { id } }),
    decide(visitor, id, 'approve'),
    withdraw(visitor, id),
  ]
  expect((await Promise.all(asked)).map(refusal)).toEqual(Array(4).fill([403, 'role_required']))
})

test('is nothing for customers and visitors', async () => {
  const id = await requested(await paid())
  for (const who of [eva, portal.anonymous]) {
    const asked = [
      who.ask(listApprovals, { query: {} as never }),
      who.ask(readApproval, { params: { id } }),
      decide(who, id, 'approve'),
      withdraw(who, id),
    ]
    expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401])
  }
})

test('what stays under the limit needs one operator, and several small ones count together', async () => {
  const payment = await paid()
  await portal.set('approvals.refundsUnderEuros', 10)
  try {
    const ask = (amount: number) => marta.ask(refundPayment, { params: { id: payment }, body: body({ amount }) })
    expect((await ask(6)).json()).toEqual({ state: 'made' })
    expect((await ask(6)).json()).toMatchObject({ approval_id: expect.any(String) })
    expect(await refundsOf(payment)).toMatchObject([{ amount: 6, state: 'made' }])
  } finally {
    await portal.set('approvals.refundsUnderEuros', 0)
  }
})

test('a retailer with one operator does without the second where it was started so', async () => {
  const alone = await testPortal({ environment: { DEMO: 'on', FOUR_EYES: 'off' }, now: noon })
  try {
    const { visitor } = await anOperator(alone)
    const { db } = alone.context
    const made = await aContract(db, { customerId: await aCustomer(db) })
    const invoice = await anInvoice(db, { contract: made, amount_total_cents: 4569 })
    const payment = await aPaidAttempt(alone, made, invoice)
    const reply = await visitor.ask(refundPayment, { params: { id: payment }, body: body() })
    expect(reply.json()).toEqual({ state: 'made' })
    expect(await db.selectFrom('approval_request').selectAll().execute()).toEqual([])
  } finally {
    await alone.close()
  }
})

async function aPaidAttempt(at: TestPortal, made: MadeContract, invoice: number): Promise<string> {
  const owner = await at.as(await aUser(at.context.db, { customerIds: [made.customerId] }))
  const payload = { number: '4242424242424242', exp_month: '12', exp_year: '34', cvc: '123' }
  const method = await at.app.inject({ method: 'POST', url: '/sandbox-provider/v1/payment_methods', payload })
  const paying = { payment_method_id: method.json().id, platform_name: 'sandbox' }
  await owner.send(payItem, { body: { ...paying, item_id: invoice, related_object_type: 'invoice' } })
  const row = at.context.db.selectFrom('payment_attempt').select('payment_attempt_id')
  return (await row.executeTakeFirstOrThrow()).payment_attempt_id
}
