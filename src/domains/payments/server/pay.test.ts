import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import type { DB } from '#db/tables.ts'
import { createKysely } from '#kit/server/database.ts'
import type { PaymentProvider, ProviderProblem } from '#outside/payments/payment-provider.ts'
import { addMethod } from '#outside/payments/sandbox/sandbox-store.ts'
import type { TestCardResult } from '#outside/payments/sandbox/test-cards.ts'
import { createSandboxPaymentProvider } from '#outside/payments/sandbox.ts'
import { injectFaults, KilledError, type ProviderFault } from '#outside/payments/testing/faults.ts'
import {
  type Attempt,
  closeBeforeCharge,
  createAttempt,
  findOpenAttempt,
  markChargeRequested,
} from './attempt-store.ts'
import { findItem, type Item } from './items.ts'
import { startPayment } from './pay.ts'
import { reconcileAttempts } from './reports/reconcile-attempts.ts'

const begin = new Date('2026-11-20T10:00:00Z')
let database: TestDatabase
let db: ReturnType<typeof createKysely<DB>>
let contract: CreatedContract
let userId: number
let invoiceId: number
let now: Date
const clock = () => now
const logged: object[] = []
const log = { error: (details: object) => logged.push(details) }

beforeAll(async () => {
  database = await openTestDatabase()
  db = createKysely<DB>(database.pool)
  contract = await insertContract(db, { customerId: await insertCustomer(db) })
  userId = await insertUser(db, { customerIds: [contract.customerId] })
})
afterAll(() => database.close())
beforeEach(async () => {
  now = begin
  invoiceId = await insertInvoice(db, { contract, amount_total_cents: 4569 })
})

function makeDeps(faults: ProviderFault[] = [], meanwhile = async () => {}) {
  const sandbox = createSandboxPaymentProvider({ db, clock, webhookSecret: 'secret' })
  return { db, clock, log, platforms: new Map([['sandbox', injectFaults(sandbox, faults, meanwhile)]]) }
}

async function invoice(): Promise<Item> {
  return (await findItem(db, { customerIds: [contract.customerId], kind: 'invoice', itemId: invoiceId }))!
}

async function pay(fate: TestCardResult, faults: ProviderFault[] = [], meanwhile?: () => Promise<void>) {
  const methodId = await addMethod(db, { fate, last4: '4242', now })
  const paymentInput = {
    item: await invoice(),
    platform: 'sandbox',
    methodId,
    userId,
    requestId: 'test',
    admit: async () => {},
  }
  return startPayment(makeDeps(faults, meanwhile), paymentInput)
}

async function chargedCents(): Promise<number[]> {
  const rows = await db
    .selectFrom('sandbox_payment')
    .where('status', '=', 'succeeded')
    .where('description', '=', (await invoice()).number)
    .selectAll()
    .execute()
  return rows.map(({ amount_cents }) => amount_cents)
}

test('a lost answer is queried again at once, so that the customer hardly notices', async () => {
  const progress = await pay('success', [{ at: 'confirm', kind: 'lost' }])
  expect(progress!.attempt.state).toBe('succeeded')
})

test('an unknown outcome claims nothing; paying with another card finds it out, and charges only if nothing was charged', async () => {
  const lost = await pay('success', [
    { at: 'confirm', kind: 'lost' },
    { at: 'lookUp', kind: 'lost' },
  ])
  expect(lost!.attempt.state).toBe('unknown')
  const second = await pay('success')
  expect(second!.attempt).toMatchObject({ payment_attempt_id: lost!.attempt.payment_attempt_id, state: 'succeeded' })
  expect(await chargedCents()).toEqual([4569])
})

test('of two concurrent tabs, one pays and the other is refused', async () => {
  const tabs = await Promise.all([pay('success'), pay('success')])
  expect(tabs.filter((tab) => tab?.attempt.state === 'succeeded')).toHaveLength(1)
  expect(tabs.filter((tab) => tab === null)).toHaveLength(1)
  expect(await chargedCents()).toEqual([4569])
})

test('the charged amount is what is owed when the attempt is created, not when the invoice was read', async () => {
  await pay('authentication')
  const correct = async () => {
    await db.updateTable('invoice').set({ amount_pending_cents: 4000 }).where('invoice_id', '=', invoiceId).execute()
  }
  const progress = await pay('success', [{ at: 'withdraw', kind: 'slow' }], correct)
  expect(progress!.attempt.amount_cents).toBe(4000)
  expect(await chargedCents()).toEqual([4000])
})

describe('an attempt that was never charged', () => {
  const problem: ProviderProblem = {
    failure: 'access',
    status: 401,
    type: 'invalid_request_error',
    code: null,
    providerRequestId: 'req_1',
  }

  test('because the provider was unavailable, is closed at once, is logged, and leaves the invoice payable', async () => {
    logged.length = 0
    const failing = { prepare: async () => ({ kind: 'unavailable', problem, retryAfterSeconds: 20 }) as const }
    const progress = await payAt(failing)
    expect(progress).toMatchObject({
      attempt: { state: 'failed', error_code: 'provider_unavailable' },
      retryAfterSeconds: 20,
    })
    const attemptId = progress!.attempt.payment_attempt_id
    expect(logged).toEqual([{ attemptId, platform: 'sandbox', outcome: 'unavailable', ...problem }])
    expect((await pay('success'))!.attempt.state).toBe('succeeded')
    expect(await chargedCents()).toEqual([4569])
  })

  test('because the provider refused to charge, is closed too', async () => {
    const failing = { confirm: async () => ({ kind: 'unavailable', problem }) as const }
    expect(await payAt(failing)).toMatchObject({ attempt: { state: 'failed', error_code: 'provider_unavailable' } })
  })

  test.each<['requires_action' | 'processing' | 'unknown', string | null, string]>([
    ['requires_action', 'pi_gone', 'its provider does not know it'],
    ['processing', 'pi_gone', 'its provider does not know it'],
    ['unknown', 'pi_gone', 'its provider does not know it'],
    ['requires_action', null, 'its provider was never told of it'],
    ['unknown', null, 'its provider was never told of it'],
  ])('in %s with %o, is closed by the job: %s', async (state, paymentId) => {
    await openAttempt(state, paymentId)
    now = new Date(begin.getTime() + 60_000)
    await reconcileAttempts(makeDeps())
    expect(await findOpenAttempt(db, await invoice())).toBeUndefined()
    expect((await pay('success'))!.attempt.state).toBe('succeeded')
  })

  test.each(['pi_gone', null])('with %o, is replaced at once by another payment', async (paymentId) => {
    await openAttempt('unknown', paymentId)
    expect((await pay('success'))!.attempt.state).toBe('succeeded')
    const failed = db.selectFrom('payment_attempt').select('error_code').where('item_id', '=', invoiceId)
    expect(await failed.where('state', '=', 'failed').execute()).toEqual([{ error_code: 'never_charged' }])
  })

  test('stays open while only the provider’s answer is missing', async () => {
    await openAttempt('unknown', 'pi_gone')
    const failing = { withdraw: async () => ({ kind: 'unknown', problem }) as const }
    now = new Date(begin.getTime() + 60_000)
    await reconcileAttempts(failingAt(failing))
    expect(await findOpenAttempt(db, await invoice())).toBeDefined()
  })

  async function openAttempt(state: string, paymentId: string | null) {
    const { attempt } = (await pay('authentication'))!
    await db
      .updateTable('payment_attempt')
      .set({ state, provider_payment: paymentId && `${paymentId}_${invoiceId}` })
      .where('payment_attempt_id', '=', attempt.payment_attempt_id)
      .execute()
  }

  function failingAt(failing: Partial<PaymentProvider>) {
    const sandbox = createSandboxPaymentProvider({ db, clock, webhookSecret: 'secret' })
    return { ...makeDeps(), platforms: new Map([['sandbox', { ...sandbox, ...failing }]]) }
  }

  async function payAt(failing: Partial<PaymentProvider>) {
    const methodId = await addMethod(db, { fate: 'success', last4: '4242', now })
    const paid = {
      item: await invoice(),
      platform: 'sandbox',
      methodId,
      userId,
      requestId: 'test',
      admit: async () => {},
    }
    return startPayment(failingAt(failing), paid)
  }
})

describe('a server that dies', () => {
  test.each<[ProviderFault, number[], string]>([
    [{ at: 'prepare', kind: 'killed_before' }, [], 'before the provider has heard anything'],
    [{ at: 'prepare', kind: 'killed_after' }, [], 'before the id of the payment was kept'],
    [{ at: 'confirm', kind: 'killed_before' }, [], 'before the money was asked for'],
    [{ at: 'confirm', kind: 'killed_after' }, [4569], 'after the money has moved'],
  ])('at %o has charged %o (%s), and another server records the outcome', async (fault, charged) => {
    await expect(pay('success', [fault])).rejects.toBeInstanceOf(KilledError)
    expect(await findOpenAttempt(db, await invoice())).toBeDefined()
    now = new Date(begin.getTime() + 60_000)
    await reconcileAttempts(makeDeps())
    expect(await findOpenAttempt(db, await invoice())).toBeUndefined()
    expect(await chargedCents()).toEqual(charged)
    expect((await invoice()).paidStatus).toBe(charged.length ? 'paid' : 'unpaid')
  })
})

describe('requesting the charge and closing an attempt exclude each other', () => {
  async function begun(): Promise<Attempt> {
    const methodId = await addMethod(db, { fate: 'success', last4: '4242', now })
    const item = await invoice()
    return (await createAttempt(db, { ...item, platform: 'sandbox', methodId, userId, requestId: 'test', now }))!
  }
  const makeCharge = () => ({ paymentId: `pi_${invoiceId}`, cardLast4: '4242', now })

  test('a closed attempt is not charged', async () => {
    const attempt = await begun()
    expect(await closeBeforeCharge(db, attempt, now)).toMatchObject({ state: 'failed' })
    expect(await markChargeRequested(db, attempt, makeCharge())).toBe(false)
  })

  test('an attempt being charged is not closed', async () => {
    const attempt = await begun()
    expect(await markChargeRequested(db, attempt, makeCharge())).toBe(true)
    expect(await closeBeforeCharge(db, attempt, now)).toMatchObject({ state: 'processing' })
  })
})
