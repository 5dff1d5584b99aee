import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aContract,
  aCustomer,
  aMultipointInvoice,
  anInvoice,
  aUser,
  type MadeContract,
} from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { addMethod, authenticatePayment } from '#outside/payments/sandbox/books.ts'
import type { Fate } from '#outside/payments/sandbox/test-cards.ts'
import { withFaults } from '#outside/payments/testing/faults.ts'
import { payItem } from '../api.ts'
import { findItem } from './items.ts'
import { startPayment } from './pay.ts'
import { reconcileAttempts } from './reconcile.ts'

const now = new Date('2026-11-20T15:24:00Z')
const log = { error() {} }
let portal: TestPortal
let contract: MadeContract
let anna: Visitor
let userId: number
let invoiceId: number

beforeAll(async () => {
  portal = await testPortal({ environment: { DEMO: 'on' }, now })
  const { db } = portal.context
  const customerId = await aCustomer(db)
  contract = await aContract(db, { customerId })
  userId = await aUser(db, { customerIds: [customerId] })
  anna = await portal.as(userId)
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.setClock(now)
  const { db } = portal.context
  await db.deleteFrom('visitor_throttle').execute()
  invoiceId = await anInvoice(db, { contract, amount_total_cents: 8788 })
})

async function start(fate: Fate, more: { amount?: unknown; item_id?: number; related_object_type?: string } = {}) {
  const payment_method_id = await addMethod(portal.context.db, { fate, last4: '4242', now })
  const item = { item_id: invoiceId, related_object_type: 'invoice' }
  return anna.ask(payItem, { body: { payment_method_id, platform_name: 'sandbox', ...item, ...more } as never })
}

const confirm = (payment_intent_id: string) =>
  anna.ask(payItem, { body: { payment_intent_id, platform_name: 'sandbox' } })

/** The retailer corrects the invoice. */
async function correct(change: { amount_pending_cents: number; paid_status?: string }) {
  await portal.context.db.updateTable('invoice').set(change).where('invoice_id', '=', invoiceId).execute()
}

/** What the provider has been asked for, by how it stands there. */
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
    ['which is what is owed', 87.88, 200],
    ['or for what is owed, where the caller says nothing', undefined, 200],
    ['and refused, where more is owed', 37.88, 409],
    ['and refused, where less is owed', 137.88, 409],
    ['and a cent counts', 87.89, 409],
    ['and what is no amount is none', '87.88', 400],
    ['and what is no amount is none', -87.88, 400],
    ['and what is no amount is none', 0, 400],
  ])('%s: %s', async (_, amount, status) => {
    const answer = await start('success', { amount })
    expect(answer.statusCode).toBe(status)
    if (status === 200) expect(await owed()).toEqual(['paid', 0])
    else expect([await atProvider(), await owed()]).toEqual([[], ['unpaid', 8788]])
    if (status === 409) expect(answer.json()).toMatchObject({ message: 'amount_changed', current: { amount: 87.88 } })
  })

  test('also of an invoice that gathers several', async () => {
    const { db } = portal.context
    const itemId = await aMultipointInvoice(db, { customerId: contract.customerId, amount_total_cents: 5000 })
    const gathered = { item_id: itemId, related_object_type: 'multipoint_invoice' }
    const refused = await start('success', { ...gathered, amount: 40 })
    expect([refused.statusCode, refused.json().current]).toEqual([409, { amount: 50 }])
    expect((await start('success', { ...gathered, amount: 50 })).json()).toMatchObject({ success: true })
  })

  test('also when it changes while the provider hears of it', async () => {
    const { db, payments, clock } = portal.context
    const correcting = () => correct({ amount_pending_cents: 13_788 })
    const platforms = new Map([
      ['sandbox', withFaults(payments.get('sandbox')!, [{ at: 'prepare', kind: 'slow' }], correcting)],
    ])
    const item = (await findItem(db, { customerIds: [contract.customerId], kind: 'invoice', itemId: invoiceId }))!
    const methodId = await addMethod(db, { fate: 'success', last4: '4242', now })
    const wanted = {
      item,
      platform: 'sandbox',
      methodId,
      seenCents: 8788,
      userId,
      requestId: 'test',
      admit: async () => {},
    }
    await expect(startPayment({ db, platforms, clock, log }, wanted)).rejects.toMatchObject({
      code: 'amount_changed',
      extra: { current: { amount: 137.88 } },
    })
    expect((await atProvider()).map(([status]) => status)).not.toContain('succeeded')
    expect(await owed()).toEqual(['unpaid', 13_788])
    expect((await start('success', { amount: 137.88 })).json(), 'and can be paid at once').toMatchObject({
      success: true,
    })
  })
})

describe('while the bank asks', () => {
  async function asking(): Promise<string> {
    const answer = await start('authentication', { amount: 87.88 })
    expect(answer.json()).toMatchObject({ requires_action: true })
    return answer.json().payment_intent_id
  }

  test.each([
    ['another amount', { amount_pending_cents: 13_788 }, 'amount_changed'],
    ['nothing, since it was paid otherwise', { amount_pending_cents: 0, paid_status: 'paid' }, 'not_payable'],
  ])(
    'an invoice comes to owe %s: the payment is withdrawn, and why is said, however often',
    async (_, change, code) => {
      const id = await asking()
      await correct(change)
      for (const answer of [await confirm(id), await confirm(id)])
        expect([answer.statusCode, answer.json().message]).toEqual([409, code])
      expect(await atProvider()).toEqual([['canceled', 8788]])
    },
  )

  test('what was charged already is booked as it was charged', async () => {
    const id = await asking()
    await authenticatePayment(portal.context.db, { paymentId: id, isApproved: true, now })
    await correct({ amount_pending_cents: 13_788 })
    expect((await confirm(id)).json()).toMatchObject({ success: true })
    expect(await owed()).toEqual(['unpaid', 5_000])
  })

  test('a payment whose holder does not come back is withdrawn as soon as it is looked after', async () => {
    await asking()
    await correct({ amount_pending_cents: 13_788 })
    const { db, payments: platforms } = portal.context
    const later = new Date(now.getTime() + 61_000)
    await reconcileAttempts({ db, platforms, clock: () => later, log })
    expect(await atProvider()).toEqual([['canceled', 8788]])
  })
})
