import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertMultipointInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { addMethod, authenticatePayment } from '#outside/payments/sandbox/sandbox-store.ts'
import type { TestCardResult } from '#outside/payments/sandbox/test-cards.ts'
import { injectFaults } from '#outside/payments/testing/faults.ts'
import { payItem } from '../api.ts'
import { findItem } from './items.ts'
import { startPayment } from './pay.ts'
import { reconcileAttempts } from './reports/reconcile-attempts.ts'

const now = new Date('2026-11-20T15:24:00Z')
const log = { error() {} }
let portal: TestPortal
let contract: CreatedContract
let anna: TestVisitor
let userId: number
let invoiceId: number

beforeAll(async () => {
  portal = await startTestPortal({ environment: { DEMO: 'on' }, now })
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId })
  userId = await insertUser(db, { customerIds: [customerId] })
  anna = await portal.as(userId)
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.setClock(now)
  const { db } = portal.context
  await db.deleteFrom('visitor_throttle').execute()
  invoiceId = await insertInvoice(db, { contract, amount_total_cents: 8788 })
})

async function start(
  fate: TestCardResult,
  more: { amount?: unknown; part?: boolean; item_id?: number; related_object_type?: string } = {},
) {
  const payment_method_id = await addMethod(portal.context.db, { fate, last4: '4242', now })
  const item = { item_id: invoiceId, related_object_type: 'invoice' }
  return anna.sendRaw(payItem, { body: { payment_method_id, platform_name: 'sandbox', ...item, ...more } as never })
}

const confirm = (payment_intent_id: string) =>
  anna.sendRaw(payItem, { body: { payment_intent_id, platform_name: 'sandbox' } })

/** Corrects the invoice, as the retailer would. */
async function correct(change: { amount_pending_cents: number; paid_status?: string }) {
  await portal.context.db.updateTable('invoice').set(change).where('invoice_id', '=', invoiceId).execute()
}

/** Returns the payments requested from the provider, with their status there. */
async function atProvider(): Promise<[string, number][]> {
  const { db } = portal.context
  const attempts = await db.selectFrom('payment_attempt').where('item_id', '=', invoiceId).selectAll().execute()
  const payments = await db.selectFrom('sandbox_payment').orderBy('created_at').selectAll().execute()
  const keys = attempts.map(({ payment_attempt_id }) => payment_attempt_id)
  return payments
    .filter(({ idempotency_key }) => keys.includes(idempotency_key))
    .map(({ status, amount_cents }) => [status, amount_cents])
}

async function owed(): Promise<[string, number]> {
  const row = await portal.context.db
    .selectFrom('invoice')
    .where('invoice_id', '=', invoiceId)
    .selectAll()
    .executeTakeFirstOrThrow()
  return [row.paid_status, row.amount_pending_cents]
}

describe('a payment is for the amount that was seen', () => {
  test.each([
    ['succeeds where it is what is owed', 87.88, 200],
    ['succeeds without a given amount', undefined, 200],
    ['is refused where more is owed', 37.88, 409],
    ['is refused where less is owed', 137.88, 409],
    ['is refused for a difference of one cent', 87.89, 409],
    ['is refused with an amount that is a text', '87.88', 400],
    ['is refused with a negative amount', -87.88, 400],
    ['is refused with an amount of zero', 0, 400],
  ])('%s: %s', async (_, amount, status) => {
    const answer = await start('success', { amount })
    expect(answer.statusCode).toBe(status)
    if (status === 200) expect(await owed()).toEqual(['paid', 0])
    else expect([await atProvider(), await owed()]).toEqual([[], ['unpaid', 8788]])
    if (status === 409) expect(answer.json()).toMatchObject({ message: 'amount_changed', current: { amount: 87.88 } })
  })

  test('also for a multipoint invoice', async () => {
    const { db } = portal.context
    const itemId = await insertMultipointInvoice(db, { customerId: contract.customerId, amount_total_cents: 5000 })
    const gathered = { item_id: itemId, related_object_type: 'multipoint_invoice' }
    const refused = await start('success', { ...gathered, amount: 40 })
    expect([refused.statusCode, refused.json().current]).toEqual([409, { amount: 50 }])
    expect((await start('success', { ...gathered, amount: 50 })).json()).toMatchObject({ success: true })
  })

  test('also if it changes while the provider is being called', async () => {
    const { db, payments, clock } = portal.context
    const correcting = () => correct({ amount_pending_cents: 13_788 })
    const platforms = new Map([
      ['sandbox', injectFaults(payments.get('sandbox')!, [{ at: 'prepare', kind: 'slow' }], correcting)],
    ])
    const item = (await findItem(db, { customerIds: [contract.customerId], kind: 'invoice', itemId: invoiceId }))!
    const methodId = await addMethod(db, { fate: 'success', last4: '4242', now })
    const paymentInput = {
      item,
      platform: 'sandbox',
      methodId,
      seenCents: 8788,
      userId,
      requestId: 'test',
      admit: async () => {},
    }
    await expect(startPayment({ db, platforms, clock, log }, paymentInput)).rejects.toMatchObject({
      code: 'amount_changed',
      extra: { current: { amount: 137.88 } },
    })
    expect((await atProvider()).map(([status]) => status)).not.toContain('succeeded')
    expect(await owed()).toEqual(['unpaid', 13_788])
    expect((await start('success', { amount: 137.88 })).json(), 'can be paid at once').toMatchObject({
      success: true,
    })
  })
})

describe('while the bank requests authentication', () => {
  async function asking(): Promise<string> {
    const answer = await start('authentication', { amount: 87.88 })
    expect(answer.json()).toMatchObject({ requires_action: true })
    return answer.json().payment_intent_id
  }

  test.each([
    ['another amount', { amount_pending_cents: 13_788 }, 'amount_changed'],
    ['nothing, since it was paid in another way', { amount_pending_cents: 0, paid_status: 'paid' }, 'not_payable'],
  ])(
    'an invoice changes to owe %s: the payment is withdrawn, with the reason in every reply',
    async (_, change, code) => {
      const id = await asking()
      await correct(change)
      for (const answer of [await confirm(id), await confirm(id)])
        expect([answer.statusCode, answer.json().message]).toEqual([409, code])
      expect(await atProvider()).toEqual([['canceled', 8788]])
    },
  )

  test('an amount already charged is booked as charged', async () => {
    const id = await asking()
    await authenticatePayment(portal.context.db, { paymentId: id, isApproved: true, now })
    await correct({ amount_pending_cents: 13_788 })
    expect((await confirm(id)).json()).toMatchObject({ success: true })
    expect(await owed()).toEqual(['unpaid', 5_000])
  })

  test('a payment whose holder does not return is withdrawn at the next check', async () => {
    await asking()
    await correct({ amount_pending_cents: 13_788 })
    const { db, payments: platforms } = portal.context
    const later = new Date(now.getTime() + 61_000)
    await reconcileAttempts({ db, platforms, clock: () => later, log })
    expect(await atProvider()).toEqual([['canceled', 8788]])
  })
})

describe('a part of what is owed', () => {
  test('is charged alone, and leaves the rest owed', async () => {
    expect((await start('success', { amount: 30, part: true })).json()).toMatchObject({ success: true })
    expect(await owed()).toEqual(['unpaid', 5_788])
    expect((await start('success', { amount: 57.88, part: true })).json()).toMatchObject({ success: true })
    expect(await owed()).toEqual(['paid', 0])
  })

  test('of more than is owed is refused with the amount', async () => {
    const answer = await start('success', { amount: 87.89, part: true })
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { current: { amount: 87.88 } }])
    expect(await owed()).toEqual(['unpaid', 8_788])
  })

  test('is charged after the bank has asked, although other money came meanwhile, and withdrawn if less is owed', async () => {
    const first = (await start('authentication', { amount: 30, part: true })).json().payment_intent_id
    await authenticatePayment(portal.context.db, { paymentId: first, isApproved: true, now })
    await correct({ amount_pending_cents: 6_000 })
    expect((await confirm(first)).json()).toMatchObject({ success: true })
    expect(await owed()).toEqual(['unpaid', 3_000])
    const second = (await start('authentication', { amount: 20, part: true })).json().payment_intent_id
    await correct({ amount_pending_cents: 1_000 })
    expect((await confirm(second)).json()).toMatchObject({ message: 'amount_changed' })
    expect(await owed()).toEqual(['unpaid', 1_000])
  })
})
