import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import type { TestVisitor } from '#app/server/testing/test-portal.ts'
import { findDutiesOf } from '#domains/duties/server/duty-store.ts'
import { listInvoices } from '#domains/invoices/api.ts'
import { createTestOperator, deskPortal } from '#domains/operators/desk/server/testing.ts'
import { payItem } from '#domains/payments/api.ts'
import { addMethod } from '#outside/payments/sandbox/sandbox-store.ts'
import { listDebts, requestDebtPlan } from '../api.ts'
import { actOnDebts, listManagedDebts } from '../desk/api.ts'
import { openDueDebts, settlePaidDebts } from './advance-debt.ts'
import { followPlans } from './payment-plans.ts'

const noon = (day: string) => new Date(`${day}T11:00:00Z`)
const now = noon('2026-11-27')
const { portal, operator } = await deskPortal({ now, environment: { DEMO: 'on' } })
const { db } = portal.context
let contract: CreatedContract
let eva: TestVisitor
let userId: number
let invoiceIds: number[]

beforeAll(() => portal.set('invoices.planParts', 3))
afterAll(() => portal.close())
beforeEach(async () => {
  await db.deleteFrom('payment_plan').execute()
  contract = await insertContract(db, { customerId: await insertCustomer(db) })
  userId = await insertUser(db, { customerIds: [contract.customerId] })
  eva = await portal.as(userId)
  invoiceIds = [
    await insertInvoice(db, { contract, due_on: '2026-10-20', amount_total_cents: 1_000 }),
    await insertInvoice(db, { contract, due_on: '2026-11-20', amount_total_cents: 5_000 }),
  ]
  await openDueDebts(db, now)
})

const debt = async () => (await eva.send(listDebts, {})).items[0]!
const ask = async (parts: number, who = eva) =>
  who.sendRaw(requestDebtPlan, { params: { id: String((await debt()).id) }, body: { parts } })
const act = async (name: string) =>
  operator.send(actOnDebts, { body: { act: name, ids: [(await debt()).id], suspend_on: null } as never })
const pay = async ({ id, amount }: { id: number; amount: number }) => {
  const payment_method_id = await addMethod(db, { fate: 'success', last4: '4242', now })
  return eva.send(payItem, {
    body: {
      payment_method_id,
      platform_name: 'sandbox',
      item_id: id,
      related_object_type: 'invoice',
      amount,
      part: true,
    },
  })
}
const duties = async () => {
  const row = await db
    .selectFrom('payment_plan')
    .where('customer_id', '=', contract.customerId)
    .orderBy('payment_plan_id', 'desc')
    .select('payment_plan_id')
    .executeTakeFirstOrThrow()
  const found = await Promise.all([1, 2, 3].map((part) => findDutiesOf(db, `plan_part:${row.payment_plan_id}-${part}`)))
  return found.flat().map(({ kind, due_on, state }) => [kind, due_on, state])
}
const kinds = async () => (await debt()).events.map(({ kind }) => kind)
const mails = async () => {
  const query = db.selectFrom('outbox_message').where('customer_id', '=', contract.customerId).orderBy('created_at')
  return (await query.select('kind').execute()).map(({ kind }) => kind)
}

describe('a plan within the rules of the retailer', () => {
  test('begins at once, stops the debt, and has a duty per part', async () => {
    expect((await debt()).plan_offer).toEqual({ amount: 60, max_parts: 6, parts_without_asking: 3 })
    expect((await ask(3)).json()).toEqual({ state: 'active' })
    expect(await debt()).toMatchObject({
      stops: [{ reason: 'payment_plan' }],
      plan_offer: null,
      plan: {
        state: 'active',
        parts: [
          { number: 1, due_on: '2026-12-04', amount: 20, left: 20 },
          { number: 2, due_on: '2027-01-04', amount: 20, left: 20 },
          { number: 3, due_on: '2027-02-04', amount: 20, left: 20 },
        ],
        next_payments: [
          { id: invoiceIds[0], amount: 10 },
          { id: invoiceIds[1], amount: 10 },
        ],
      },
    })
    expect(await duties()).toEqual([
      ['plan_part', '2026-12-04', 'open'],
      ['plan_part', '2027-01-04', 'open'],
      ['plan_part', '2027-02-04', 'open'],
    ])
    expect((await mails()).at(-1)).toBe('collections.stopped')
    expect([(await ask(2)).statusCode, (await ask(2)).json().message]).toEqual([409, 'plan_exists'])
  })

  test('is said by the lists of invoices: each part pays the oldest bills first', async () => {
    const listed = async () => {
      const { items, amount_due } = await eva.send(listInvoices, { query: { by_itself: 'true' } })
      return [...invoiceIds.map((id) => items.find((item) => item.id === id)!.next_part), amount_due]
    }
    expect(await listed()).toEqual([null, null, 60])
    await ask(4)
    expect(await listed()).toEqual([null, null, 60])
    await act('approve_plan')
    const due_date = '2026-12-04'
    expect(await listed()).toEqual([{ amount: 10, due_date }, { amount: 5, due_date }, 15])
    await pay({ id: invoiceIds[1]!, amount: 15 })
    expect(await listed()).toEqual([{ amount: 10, due_date: '2027-01-04' }, { amount: 5, due_date: '2027-01-04' }, 15])
  })

  test('says nothing of a bill that is paid with later parts', async () => {
    await db
      .updateTable('invoice')
      .set({ amount_pending_cents: 3_000 })
      .where('invoice_id', '=', invoiceIds[0]!)
      .execute()
    await ask(3)
    const { items } = await eva.send(listInvoices, { query: {} })
    expect(items.find(({ id }) => id === invoiceIds[1])!.next_part).toEqual({ amount: 0, due_date: '2026-12-04' })
  })

  test('is paid by card, each part early, and ends with its debt', async () => {
    await ask(3)
    for (const payment of (await debt()).plan!.next_payments) await pay(payment)
    expect((await debt()).plan!.parts.map(({ left }) => left)).toEqual([0, 20, 20])
    await followPlans(db, now)
    expect((await duties()).map(([, , state]) => state)).toEqual(['done', 'open', 'open'])
    for (const payment of (await debt()).plan!.next_payments) await pay(payment)
    for (const payment of (await debt()).plan!.next_payments) await pay(payment)
    await settlePaidDebts(db, now)
    expect(await followPlans(db, now)).toBe(1)
    expect((await duties()).map(([, , state]) => state)).toEqual(['done', 'done', 'done'])
    expect((await eva.send(listDebts, {})).items).toEqual([])
    expect((await mails()).filter((kind) => kind === 'collections.resumed')).toEqual([])
  })

  test('ends when a part is not paid by its day: the debt goes on, and the next plan is asked for', async () => {
    await ask(3)
    expect(await followPlans(db, noon('2026-12-04'))).toBe(0)
    expect(await followPlans(db, noon('2026-12-05'))).toBe(1)
    expect(await debt()).toMatchObject({ stops: [], plan: null, plan_offer: { parts_without_asking: 0 } })
    expect((await duties()).map(([, , state]) => state)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await kinds()).toEqual(expect.arrayContaining(['plan_started', 'stopped', 'plan_missed', 'resumed']))
    expect(await mails()).toContain('collections.planMissed')
    expect((await ask(2)).json()).toEqual({ state: 'requested' })
  })
})

describe('a plan beyond the rules', () => {
  const managed = async () =>
    (await operator.send(listManagedDebts, { query: { q: contract.name } as never })).items[0]!

  test('waits for an operator, who accepts and ends it', async () => {
    expect((await ask(4)).json()).toEqual({ state: 'requested' })
    expect(await debt()).toMatchObject({ stops: [], plan: { state: 'requested' } })
    expect(await managed()).toMatchObject({ plan: { state: 'requested', parts: 4 } })
    expect(await act('end_plan')).toMatchObject({ changed: 0, problems: ['unchanged'] })
    expect(await act('approve_plan')).toEqual({ changed: 1, problems: [] })
    expect(await debt()).toMatchObject({ stops: [{ reason: 'payment_plan' }], plan: { state: 'active' } })
    expect(await act('refuse_plan')).toMatchObject({ changed: 0 })
    expect(await act('end_plan')).toMatchObject({ changed: 1 })
    expect(await debt()).toMatchObject({ stops: [], plan: null })
    expect(await managed()).toMatchObject({ plan: null })
  })

  test('is refused, and its customer is told', async () => {
    await ask(6)
    expect(await act('refuse_plan')).toMatchObject({ changed: 1 })
    expect((await debt()).plan).toBeNull()
    expect((await mails()).at(-1)).toBe('collections.planRefused')
  })
})

describe('a plan is refused', () => {
  test('to nobody, another customer and who only reads', async () => {
    expect((await ask(3, portal.anonymous)).statusCode).toBe(401)
    const stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
    expect((await ask(3, stranger)).statusCode).toBe(404)
    expect((await debt()).plan).toBeNull()
    const { visitor } = await createTestOperator(portal, undefined, ['care'])
    const body = { act: 'approve_plan', ids: [(await debt()).id] } as never
    expect((await visitor.sendRaw(actOnDebts, { body })).statusCode).toBe(403)
  })

  test.each([
    [1, 400],
    [13, 400],
  ])('for %i parts: %i', async (parts, status) => {
    expect((await ask(parts)).statusCode).toBe(status)
  })

  test('for more parts than ten euros each', async () => {
    const answer = await ask(7)
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'plan_not_possible'])
  })
})
