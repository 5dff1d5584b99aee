import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import type { Decision } from '#domains/approvals/rules.ts'
import { expireApprovals } from '#domains/approvals/server/approval-store.ts'
import { decideRequest } from '#domains/approvals/server/decide-approval.ts'
import { createTestOperator } from '#domains/operators/desk/server/testing.ts'
import { payItem } from '#domains/payments/api.ts'
import { readPayment, refundPayment } from '#domains/payments/desk/api.ts'
import { refundApprovalKind } from '#domains/payments/desk/server/refund-approval.ts'
import { resumeDueRefunds } from '#domains/payments/server/refunds/execute-refunds.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import { decideApproval, listApprovals, readApproval, withdrawApproval } from '../api.ts'

const noon = new Date('2026-11-20T11:00:00Z')
let portal: TestPortal
let marta: TestVisitor
let martaId: number
let jordi: TestVisitor
let jordiId: number
let pau: TestVisitor
let eva: TestVisitor
let contract: CreatedContract
let invoiceId: number

beforeAll(async () => {
  portal = await startTestPortal({ environment: { DEMO: 'on' }, now: noon })
  const { db } = portal.context
  const customerId = await insertCustomer(db, { name: 'Eva García' })
  contract = await insertContract(db, { customerId })
  eva = await portal.as(await insertUser(db, { customerIds: [customerId], email: 'eva@example.test' }))
  ;({ visitor: marta, userId: martaId } = await createTestOperator(portal))
  ;({ visitor: jordi, userId: jordiId } = await createTestOperator(portal))
  ;({ visitor: pau } = await createTestOperator(portal))
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.setClock(noon)
  const { db } = portal.context
  // Requests are never deleted, so those left open by an earlier test are expired.
  await db
    .updateTable('approval_request')
    .set({ state: 'expired', decided_at: noon })
    .where('state', '=', 'requested')
    .execute()
  invoiceId = await insertInvoice(db, { contract, amount_total_cents: 4569 })
})

/** Makes a payment by Eva. Returns the id of the attempt. */
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
/** Requests a refund as Marta. Returns the id of the approval request. */
async function requested(paymentId: string, given: object = {}): Promise<string> {
  const reply = await marta.sendRaw(refundPayment, { params: { id: paymentId }, body: body(given) })
  expect(reply.statusCode).toBe(200)
  return reply.json().approval_id
}
const decide = (who: TestVisitor, id: string, decision: Decision, note?: string) =>
  who.sendRaw(decideApproval, { params: { id }, body: { decision, ...(note ? { note } : {}) } })
const withdraw = (who: TestVisitor, id: string) => who.sendRaw(withdrawApproval, { params: { id } })
const refusal = (answer: { statusCode: number; json(): { message: string } }) => [
  answer.statusCode,
  answer.json().message,
]
const read = (who: TestVisitor, id: string) => who.send(readApproval, { params: { id } })
const refundsOf = async (paymentId: string) => (await jordi.send(readPayment, { params: { id: paymentId } })).refunds

/** Returns the audit entries of a request, oldest first. */
async function logged(id: string) {
  const rows = portal.context.db.selectFrom('audit_entry').where('subject', '=', `approval:${id}`)
  return rows.orderBy('audit_entry_id').select(['action', 'actor_user_id', 'after']).execute()
}

test('a requested refund is not made until another operator approves it', async () => {
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

test('lists open requests oldest first and decided ones newest first', async () => {
  const first = await requested(await paid())
  portal.setClock(new Date(noon.getTime() + 60_000))
  invoiceId = await insertInvoice(portal.context.db, { contract, amount_total_cents: 100 })
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

describe('refuses a decision about', () => {
  test('one’s own request', async () => {
    const payment = await paid()
    const id = await requested(payment)
    expect(refusal(await decide(marta, id, 'approve'))).toEqual([403, 'own_approval'])
    expect(refusal(await decide(marta, id, 'reject', 'No'))).toEqual([403, 'own_approval'])
    expect(await refundsOf(payment)).toEqual([])
  })

  test('a request that was decided, was withdrawn or has expired', async () => {
    const rejected = await requested(await paid())
    await decide(jordi, rejected, 'reject', 'No corresponde')
    expect(refusal(await decide(pau, rejected, 'approve'))).toEqual([409, 'approval_decided'])
    const withdrawn = await requested(await paidAnother())
    expect((await withdraw(marta, withdrawn)).statusCode).toBe(204)
    expect(refusal(await decide(jordi, withdrawn, 'approve'))).toEqual([409, 'approval_decided'])
    const payment = await paidAnother()
    const expired = await requested(payment)
    portal.setClock(new Date(noon.getTime() + 7 * msPerDay))
    const late = await portal.as(jordiId)
    expect(refusal(await decide(late, expired, 'approve'))).toEqual([409, 'approval_expired'])
    expect(await refundsAt(payment)).toBe(0)
  })

  test('a request that does not exist', async () => {
    for (const id of ['1', randomUUID()]) {
      expect((await jordi.sendRaw(readApproval, { params: { id } })).statusCode).toBe(404)
      expect((await decide(jordi, id, 'approve')).statusCode).toBe(404)
      expect((await withdraw(jordi, id)).statusCode).toBe(404)
    }
  })
})

/** Makes a payment of another invoice by Eva. */
async function paidAnother(): Promise<string> {
  invoiceId = await insertInvoice(portal.context.db, { contract, amount_total_cents: 4569 })
  return paid()
}

async function refundsAt(paymentId: string): Promise<number> {
  const rows = portal.context.db.selectFrom('payment_refund').where('payment_attempt_id', '=', paymentId)
  return (await rows.selectAll().execute()).length
}

test('a rejection needs a reason, which the requester can read', async () => {
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

test('only the requester can withdraw a request', async () => {
  const id = await requested(await paid())
  expect(refusal(await withdraw(jordi, id))).toEqual([403, 'not_own_approval'])
  expect((await withdraw(marta, id)).statusCode).toBe(204)
  expect(refusal(await withdraw(marta, id))).toEqual([409, 'approval_decided'])
  expect((await logged(id)).map(({ action }) => action)).toEqual(['approval_requested', 'approval_withdrawn'])
})

test('refuses approval after another refund of the same payment, and returns the current state', async () => {
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

test('allows one open request per payment and returns the same one for a repeated request', async () => {
  const payment = await paid()
  const refund_id = randomUUID()
  const id = await requested(payment, { refund_id })
  expect(await requested(payment, { refund_id })).toBe(id)
  const other = await marta.sendRaw(refundPayment, { params: { id: payment }, body: body({ amount: 1 }) })
  expect(refusal(other)).toEqual([409, 'approval_open'])
  expect(other.json().approval_id).toBe(id)
  const ofOther = await jordi.sendRaw(refundPayment, { params: { id: payment }, body: body({ refund_id }) })
  expect(refusal(ofOther)).toEqual([409, 'approval_open'])
})

test('accepts one of two simultaneous requests', async () => {
  const payment = await paid()
  const ask = (who: TestVisitor) => who.sendRaw(refundPayment, { params: { id: payment }, body: body() })
  const replies = await Promise.all([ask(marta), ask(jordi)])
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('accepts one of two simultaneous approvals and executes the action once', async () => {
  const payment = await paid()
  const id = await requested(payment)
  const replies = await Promise.all([decide(jordi, id, 'approve'), decide(pau, id, 'approve')])
  expect(replies.map((reply) => (reply.statusCode === 200 ? 'approved' : reply.json().message)).sort()).toEqual([
    'approval_decided',
    'approved',
  ])
  expect(await refundsOf(payment)).toMatchObject([{ state: 'made' }])
})

test('a repeated decision of the same operator returns the first result', async () => {
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

test('a refund interrupted between the decision and the provider is completed once by another server', async () => {
  const payment = await paid()
  const id = await requested(payment)
  const { db, clock, payments: platforms } = portal.context
  const log = { warn() {}, error() {} }
  const deps = { db, platforms, clock, log, settings: portal.context.settings }
  const killed = { ...refundApprovalKind(deps), afterCommit: () => new Promise<never>(() => {}) }
  const input = { id, decision: 'approve', note: '', userId: jordiId, requestId: 'r' } as const
  void decideRequest({ db, clock, log, kinds: [killed] }, input)
  await expect.poll(async () => (await read(jordi, id)).state).toBe('approved')
  expect(await refundsOf(payment)).toMatchObject([{ state: 'pending' }])
  portal.setClock(new Date(noon.getTime() + 1000))
  while (await resumeDueRefunds(deps));
  expect(await refundsOf(payment)).toMatchObject([{ state: 'made', amount: 45.69 }])
  expect((await decide(jordi, id, 'approve')).json()).toEqual({ state: 'approved', failure: null })
  expect(await refundsOf(payment)).toHaveLength(1)
})

test('an undecided request expires, is recorded as expired and can be made again', async () => {
  const payment = await paid()
  const id = await requested(payment)
  const { db } = portal.context
  expect(await expireApprovals(db, new Date(noon.getTime() + 7 * msPerDay - 1))).toBe(false)
  portal.setClock(new Date(noon.getTime() + 7 * msPerDay))
  const again = await portal.as(martaId)
  expect((await read(again, id)).state).toBe('expired')
  const renewed = await again.sendRaw(refundPayment, { params: { id: payment }, body: body() })
  expect(renewed.json().approval_id).not.toBe(id)
  expect((await logged(id)).at(-1)).toEqual({
    ...{ action: 'approval_expired', actor_user_id: null },
    after: { kind: 'refund', about: `payment:${payment}`, requestedBy: martaId },
  })
  expect(await expireApprovals(db, portal.context.clock())).toBe(false)
})

describe('a request that can no longer be executed', () => {
  test('fails with a reason', async () => {
    const payment = await paid()
    const id = await requested(payment)
    const { db } = portal.context
    const of = db.updateTable('payment_attempt').where('payment_attempt_id', '=', payment)
    await of.set({ platform: 'redsys' }).execute()
    expect((await decide(jordi, id, 'approve')).json()).toEqual({ state: 'failed', failure: 'platform_missing' })
    expect(await read(marta, id)).toMatchObject({ state: 'failed', failure: 'platform_missing' })
    expect(await refundsAt(payment)).toBe(0)
  })

  test('is not parsed as something else', async () => {
    const { db } = portal.context
    const id = randomUUID()
    await db
      .insertInto('approval_request')
      .values({
        ...{ approval_id: id, kind: 'refund', subject: 'payment:other', payload: '{"amount_cents":1}', seen: '{}' },
        ...{ requested_by_user_id: martaId, requested_at: noon, expires_at: new Date(noon.getTime() + msPerDay) },
      })
      .execute()
    expect(await read(jordi, id)).toMatchObject({ detail: null })
    expect((await decide(jordi, id, 'approve')).json()).toEqual({ state: 'failed', failure: 'unreadable' })
  })
})

describe('the database', () => {
  const change = (id: string, set: object) =>
    portal.context.db.updateTable('approval_request').set(set).where('approval_id', '=', id).execute()

  test('rejects an approval by the requester', async () => {
    const id = await requested(await paid())
    for (const state of ['approved', 'failed', 'rejected'])
      await expect(change(id, { state, decided_at: noon, decided_by_user_id: martaId })).rejects.toThrow()
    await expect(change(id, { state: 'approved', decided_at: noon })).rejects.toThrow()
  })

  test('never rewrites or deletes a request or a decision', async () => {
    const id = await requested(await paid())
    await expect(change(id, { payload: '{}' })).rejects.toThrow(/never rewritten/)
    await expect(change(id, { requested_by_user_id: jordiId })).rejects.toThrow(/never rewritten/)
    await decide(jordi, id, 'approve')
    const gone = portal.context.db.deleteFrom('approval_request').where('approval_id', '=', id)
    await expect(gone.execute()).rejects.toThrow(/never rewritten/)
    await expect(change(id, { state: 'requested', decided_at: null, decided_by_user_id: null })).rejects.toThrow()
  })
})

test('a decision requires recent authentication', async () => {
  const id = await requested(await paid())
  const before = await portal.as(jordiId)
  portal.setClock(new Date(noon.getTime() + 11 * 60_000))
  expect((await decide(before, id, 'approve')).json().message).toBe('fresh_authentication_required')
})

test('operators with other roles have no access', async () => {
  const id = await requested(await paid())
  const { userId, visitor } = await createTestOperator(portal)
  const { db } = portal.context
  const of = db.updateTable('user_account').where('user_id', '=', userId)
  await of.set({ operator_roles: ['care', 'sales', 'content'] }).execute()
  const pendingReplies = [
    visitor.sendRaw(listApprovals, { query: {} as never }),
    visitor.sendRaw(readApproval, { params: { id } }),
    decide(visitor, id, 'approve'),
    withdraw(visitor, id),
  ]
  expect((await Promise.all(pendingReplies)).map(refusal)).toEqual(Array(4).fill([403, 'role_required']))
})

test('customers and visitors have no access', async () => {
  const id = await requested(await paid())
  for (const who of [eva, portal.anonymous]) {
    const pendingReplies = [
      who.sendRaw(listApprovals, { query: {} as never }),
      who.sendRaw(readApproval, { params: { id } }),
      decide(who, id, 'approve'),
      withdraw(who, id),
    ]
    expect((await Promise.all(pendingReplies)).map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401])
  }
})

test('refunds under the limit need one operator, and several small ones add up', async () => {
  const payment = await paid()
  await portal.set('approvals.refundsUnderEuros', 10)
  try {
    const ask = (amount: number) => marta.sendRaw(refundPayment, { params: { id: payment }, body: body({ amount }) })
    expect((await ask(6)).json()).toEqual({ state: 'made' })
    expect((await ask(6)).json()).toMatchObject({ approval_id: expect.any(String) })
    expect(await refundsOf(payment)).toMatchObject([{ amount: 6, state: 'made' }])
  } finally {
    await portal.set('approvals.refundsUnderEuros', 0)
  }
})

test('needs no second operator if the portal is started without four eyes', async () => {
  const alone = await startTestPortal({ environment: { DEMO: 'on', FOUR_EYES: 'off' }, now: noon })
  try {
    const { visitor } = await createTestOperator(alone)
    const { db } = alone.context
    const made = await insertContract(db, { customerId: await insertCustomer(db) })
    const invoice = await insertInvoice(db, { contract: made, amount_total_cents: 4569 })
    const payment = await aPaidAttempt(alone, made, invoice)
    const reply = await visitor.sendRaw(refundPayment, { params: { id: payment }, body: body() })
    expect(reply.json()).toEqual({ state: 'made' })
    expect(await db.selectFrom('approval_request').selectAll().execute()).toEqual([])
  } finally {
    await alone.close()
  }
})

async function aPaidAttempt(at: TestPortal, made: CreatedContract, invoice: number): Promise<string> {
  const owner = await at.as(await insertUser(at.context.db, { customerIds: [made.customerId] }))
  const payload = { number: '4242424242424242', exp_month: '12', exp_year: '34', cvc: '123' }
  const method = await at.app.inject({ method: 'POST', url: '/sandbox-provider/v1/payment_methods', payload })
  const paying = { payment_method_id: method.json().id, platform_name: 'sandbox' }
  await owner.send(payItem, { body: { ...paying, item_id: invoice, related_object_type: 'invoice' } })
  const row = at.context.db.selectFrom('payment_attempt').select('payment_attempt_id')
  return (await row.executeTakeFirstOrThrow()).payment_attempt_id
}
