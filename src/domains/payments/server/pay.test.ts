import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aContract, aCustomer, anInvoice, aUser, type MadeContract } from '#app/server/testing/builders.ts'
import { type TestDatabase, testDatabase } from '#app/server/testing/test-database.ts'
import type { DB } from '#db/tables.ts'
import { queries } from '#kit/server/database.ts'
import type { Payments, ProviderProblem } from '#outside/payments/payments.ts'
import { addMethod } from '#outside/payments/sandbox/books.ts'
import type { Fate } from '#outside/payments/sandbox/test-cards.ts'
import { createSandboxPayments } from '#outside/payments/sandbox.ts'
import { type Fault, Killed, withFaults } from '#outside/payments/testing/faults.ts'
import { type Attempt, beginAttempt, closeUnasked, findOpenAttempt, markAsked } from './attempt-store.ts'
import { findItem, type Item } from './items.ts'
import { startPayment } from './pay.ts'
import { reconcileAttempts } from './reconcile.ts'

const begin = new Date('2026-11-20T10:00:00Z')
let database: TestDatabase
let db: ReturnType<typeof queries<DB>>
let contract: MadeContract
let userId: number
let invoiceId: number
let now: Date
const clock = () => now
const logged: object[] = []
const log = { error: (details: object) => logged.push(details) }

beforeAll(async () => {
  database = await testDatabase()
  db = queries<DB>(database.pool)
  contract = await aContract(db, { customerId: await aCustomer(db) })
  userId = await aUser(db, { customerIds: [contract.customerId] })
})
afterAll(() => database.close())
beforeEach(async () => {
  now = begin
  invoiceId = await anInvoice(db, { contract, amount_total_cents: 4569 })
})

function needs(faults: Fault[] = [], meanwhile = async () => {}) {
  const sandbox = createSandboxPayments({ db, clock, webhookSecret: 'secret' })
  return { db, clock, log, platforms: new Map([['sandbox', withFaults(sandbox, faults, meanwhile)]]) }
}

async function invoice(): Promise<Item> {
  return (await findItem(db, { customerIds: [contract.customerId], kind: 'invoice', itemId: invoiceId }))!
}

async function pay(fate: Fate, faults: Fault[] = [], meanwhile?: () => Promise<void>) {
  const methodId = await addMethod(db, { fate, last4: '4242', now })
  const wanted = {
    item: await invoice(),
    platform: 'sandbox',
    methodId,
    userId,
    requestId: 'test',
    admit: async () => {},
  }
  return startPayment(needs(faults, meanwhile), wanted)
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

test('an answer that gets lost is asked for again at once, so that the customer hardly notices', async () => {
  const progress = await pay('success', [{ at: 'confirm', kind: 'lost' }])
  expect(progress!.attempt.state).toBe('succeeded')
})

test('where nobody can tell, nothing is claimed; another card finds out, and pays only if nothing was charged', async () => {
  const lost = await pay('success', [
    { at: 'confirm', kind: 'lost' },
    { at: 'lookUp', kind: 'lost' },
  ])
  expect(lost!.attempt.state).toBe('unknown')
  const second = await pay('success')
  expect(second!.attempt).toMatchObject({ payment_attempt_id: lost!.attempt.payment_attempt_id, state: 'succeeded' })
  expect(await chargedCents()).toEqual([4569])
})

test('two tabs at the same moment: one pays, the other learns that it cannot', async () => {
  const tabs = await Promise.all([pay('success'), pay('success')])
  expect(tabs.filter((tab) => tab?.attempt.state === 'succeeded')).toHaveLength(1)
  expect(tabs.filter((tab) => tab === null)).toHaveLength(1)
  expect(await chargedCents()).toEqual([4569])
})

test('what is asked for is what is owed when the attempt begins, not when the invoice was read', async () => {
  await pay('authentication')
  const correct = async () => {
    await db.updateTable('invoice').set({ amount_pending_cents: 4000 }).where('invoice_id', '=', invoiceId).execute()
  }
  const progress = await pay('success', [{ at: 'withdraw', kind: 'slow' }], correct)
  expect(progress!.attempt.amount_cents).toBe(4000)
  expect(await chargedCents()).toEqual([4000])
})

describe('an attempt whose payment was never charged', () => {
  const problem: ProviderProblem = {
    failure: 'access',
    status: 401,
    type: 'invalid_request_error',
    code: null,
    providerRequestId: 'req_1',
  }

  test('since the provider could not be asked, ends at once, is logged, and leaves the invoice payable', async () => {
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

  test('since the provider refused to charge, ends too', async () => {
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
    await reconcileAttempts(needs())
    expect(await findOpenAttempt(db, await invoice())).toBeUndefined()
    expect((await pay('success'))!.attempt.state).toBe('succeeded')
  })

  test.each(['pi_gone', null])('with %o, is replaced at once by whoever pays again', async (paymentId) => {
    await openAttempt('unknown', paymentId)
    expect((await pay('success'))!.attempt.state).toBe('succeeded')
    const failed = db.selectFrom('payment_attempt').select('error_code').where('item_id', '=', invoiceId)
    expect(await failed.where('state', '=', 'failed').execute()).toEqual([{ error_code: 'never_charged' }])
  })

  test('stays open while the provider only fails to tell', async () => {
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

  function failingAt(failing: Partial<Payments>) {
    const sandbox = createSandboxPayments({ db, clock, webhookSecret: 'secret' })
    return { ...needs(), platforms: new Map([['sandbox', { ...sandbox, ...failing }]]) }
  }

  async function payAt(failing: Partial<Payments>) {
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
  test.each<[Fault, number[], string]>([
    [{ at: 'prepare', kind: 'killed_before' }, [], 'before the provider has heard anything'],
    [{ at: 'prepare', kind: 'killed_after' }, [], 'before the id of the payment was kept'],
    [{ at: 'confirm', kind: 'killed_before' }, [], 'before the money was asked for'],
    [{ at: 'confirm', kind: 'killed_after' }, [4569], 'after the money has moved'],
  ])('%o leaves charged %o (%s), and another tells how it ended', async (fault, charged) => {
    await expect(pay('success', [fault])).rejects.toBeInstanceOf(Killed)
    expect(await findOpenAttempt(db, await invoice())).toBeDefined()
    now = new Date(begin.getTime() + 60_000)
    await reconcileAttempts(needs())
    expect(await findOpenAttempt(db, await invoice())).toBeUndefined()
    expect(await chargedCents()).toEqual(charged)
    expect((await invoice()).paidStatus).toBe(charged.length ? 'paid' : 'unpaid')
  })
})

describe('asking for the money and closing an attempt exclude each other', () => {
  async function begun(): Promise<Attempt> {
    const methodId = await addMethod(db, { fate: 'success', last4: '4242', now })
    const item = await invoice()
    return (await beginAttempt(db, { ...item, platform: 'sandbox', methodId, userId, requestId: 'test', now }))!
  }
  const asked = () => ({ paymentId: `pi_${invoiceId}`, cardLast4: '4242', now })

  test('a closed attempt is not asked for', async () => {
    const attempt = await begun()
    expect(await closeUnasked(db, attempt, now)).toMatchObject({ state: 'failed' })
    expect(await markAsked(db, attempt, asked())).toBe(false)
  })

  test('one that is being asked for is not closed', async () => {
    const attempt = await begun()
    expect(await markAsked(db, attempt, asked())).toBe(true)
    expect(await closeUnasked(db, attempt, now)).toMatchObject({ state: 'processing' })
  })
})
