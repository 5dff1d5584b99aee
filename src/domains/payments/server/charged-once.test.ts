import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '#app/server/testing/test-database.ts'
import type { DB } from '#db/tables.ts'
import { isRefused } from '#kit/refusal.ts'
import { createKysely } from '#kit/server/database.ts'
import { deliverReports } from '#outside/payments/sandbox/deliver-reports.ts'
import { addMethod, authenticatePayment } from '#outside/payments/sandbox/sandbox-store.ts'
import type { TestCardResult } from '#outside/payments/sandbox/test-cards.ts'
import { createSandboxPaymentProvider } from '#outside/payments/sandbox.ts'
import { injectFaults, KilledError, type ProviderFault } from '#outside/payments/testing/faults.ts'
import { findOpenAttempt } from './attempt-store.ts'
import { findItem } from './items.ts'
import { resumePayment, startPayment } from './pay.ts'
import { applyNextReport } from './reports/apply-reports.ts'
import { reconcileAttempts } from './reports/reconcile-attempts.ts'
import { storeReport } from './reports/report-store.ts'

/** The events that may happen during a payment, in any order. */
type Step =
  | { do: 'pay'; fate: TestCardResult; faults: ProviderFault[]; meanwhile: Step[] }
  | { do: 'pay in two tabs'; fates: [TestCardResult, TestCardResult] }
  | { do: 'answer the bank'; isApproved: boolean }
  | { do: 'come back'; faults: ProviderFault[]; meanwhile: Step[] }
  | { do: 'reports arrive'; order: number; twice: boolean }
  | { do: 'time passes'; seconds: number; faults: ProviderFault[] }
  | { do: 'the retailer corrects the amount'; cents: number }

const webhookSecret = 'secret'
const owedCents = 4569
let database: TestDatabase
let db: ReturnType<typeof createKysely<DB>>
let customerId: number
let userId: number
let contract: Awaited<ReturnType<typeof insertContract>>
let now = new Date('2026-11-20T10:00:00Z')
const clock = () => now

beforeAll(async () => {
  database = await openTestDatabase()
  db = createKysely<DB>(database.pool)
  customerId = await insertCustomer(db)
  userId = await insertUser(db, { customerIds: [customerId] })
  contract = await insertContract(db, { customerId })
})
afterAll(() => database.close())

const log = { warn() {}, error() {} }
const sandbox = () => createSandboxPaymentProvider({ db, clock, webhookSecret })

/** Creates an invoice, and everything involved in its payment. */
async function makeWorld() {
  const itemId = await insertInvoice(db, { contract, amount_total_cents: owedCents })
  const key = { customerId, kind: 'invoice' as const, itemId }
  let totalCents = owedCents

  const makeDeps = (faults: ProviderFault[] = [], meanwhile: Step[] = []) => ({
    db,
    clock,
    log,
    platforms: new Map([['sandbox', injectFaults(sandbox(), faults, () => live(meanwhile))]]),
  })

  /**
   * Performs the steps one after the other. A killed server is restarted, and one that times out on a lock or refuses
   * has done nothing.
   */
  async function live(steps: Step[]) {
    for (const step of steps) {
      try {
        await take(step)
      } catch (error) {
        if (!(error instanceof KilledError) && !isLockTimeout(error) && !isRefused(error)) throw error
      }
    }
  }

  async function take(step: Step) {
    switch (step.do) {
      case 'pay':
        return pay(step.fate, step.faults, step.meanwhile)
      case 'pay in two tabs':
        return void (await Promise.all(step.fates.map((fate) => pay(fate))))
      case 'answer the bank':
        return answerBank(step.isApproved)
      case 'come back':
        return comeBack(step.faults, step.meanwhile)
      case 'reports arrive':
        return reportsArrive(step)
      case 'time passes':
        return timePasses(step.seconds, step.faults)
      case 'the retailer corrects the amount':
        return correctAmount(step.cents)
    }
  }

  async function pay(fate: TestCardResult, faults: ProviderFault[] = [], meanwhile: Step[] = []) {
    const methodId = await addMethod(db, { fate, last4: '4242', now })
    const item = (await findItem(db, { ...key, customerIds: [customerId] }))!
    if (!item.isPayable) return
    const seenCents = item.amountPendingCents
    const paymentInput = {
      item,
      platform: 'sandbox',
      methodId,
      seenCents,
      userId,
      requestId: 'test',
      admit: async () => {},
    }
    await startPayment(makeDeps(faults, meanwhile), paymentInput)
  }

  async function answerBank(isApproved: boolean) {
    for (const { payment_id: paymentId } of await paymentsAtProvider())
      await authenticatePayment(db, { paymentId, isApproved, now })
  }

  async function comeBack(faults: ProviderFault[], meanwhile: Step[]) {
    const open = await findOpenAttempt(db, key)
    if (open?.provider_payment) await resumePayment(makeDeps(faults, meanwhile), open)
  }

  async function reportsArrive({ order, twice }: { order: number; twice: boolean }) {
    const sent: { rawBody: string; headers: Record<string, string> }[] = []
    const post = async (_: unknown, { body, headers }: RequestInit) => {
      sent.push({ rawBody: body as string, headers: headers as Record<string, string> })
      return new Response(null, { status: twice ? 500 : 200 })
    }
    await deliverReports({ db, clock, webhookSecret, address: () => '', post: post as typeof fetch })
    for (const received of shuffled(twice ? [...sent, ...sent] : sent, order)) {
      const event = sandbox().verifyReport({ ...received, now })
      await storeReport(db, { platform: 'sandbox', event: event!, putAside: null, now })
    }
    while (await applyNextReport(makeDeps()));
  }

  async function timePasses(seconds: number, faults: ProviderFault[] = []) {
    now = new Date(now.getTime() + seconds * 1000)
    await reconcileAttempts(makeDeps(faults))
  }

  async function correctAmount(cents: number) {
    const { numUpdatedRows } = await db
      .updateTable('invoice')
      .set({ amount_pending_cents: sql`amount_pending_cents + ${cents}` })
      .where('invoice_id', '=', itemId)
      .where('paid_status', '=', 'unpaid')
      .where(sql`amount_pending_cents + ${cents}`, '>', sql`0`)
      .executeTakeFirst()
    if (numUpdatedRows) totalCents += cents
  }

  function paymentsAtProvider() {
    return db
      .selectFrom('sandbox_payment')
      .innerJoin('payment_attempt', (join) => join.on(sql`payment_attempt_id::text`, '=', sql.ref('idempotency_key')))
      .where('item_id', '=', itemId)
      .selectAll('sandbox_payment')
      .execute()
  }

  /** Lets the remaining events happen, and returns the booked result. */
  async function end() {
    for (let hours = 0; hours < 3; hours++) {
      await timePasses(3_600)
      await reportsArrive({ order: hours, twice: false })
    }
    const invoice = db.selectFrom('invoice').where('invoice_id', '=', itemId)
    const entries = await db.selectFrom('payment_entry').where('item_id', '=', itemId).selectAll().execute()
    const charged = (await paymentsAtProvider()).filter(({ status }) => status === 'succeeded')
    return {
      totalCents,
      invoice: await invoice.select(['paid_status', 'amount_pending_cents']).executeTakeFirstOrThrow(),
      bookedCents: entries.map(({ amount_cents }) => amount_cents),
      chargedCents: charged.map(({ amount_cents }) => amount_cents),
      open: await findOpenAttempt(db, key),
    }
  }

  return { live, end }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}

function shuffled<Item>(items: Item[], order: number): Item[] {
  return items
    .map((item, index) => ({ item, place: (order * (index + 7)) % 101 }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

const anyFate = fc.constantFrom<TestCardResult>(
  'success',
  'success',
  'authentication',
  'authentication',
  'generic_decline',
)
const anyFaults = fc.array(
  fc.record<ProviderFault>({
    at: fc.constantFrom('prepare', 'confirm', 'lookUp', 'withdraw'),
    kind: fc.constantFrom('unreached', 'lost', 'killed_before', 'killed_after', 'late', 'slow', 'slow'),
  }),
  { maxLength: 3 },
)
const anySeconds = fc.constantFrom(5, 31, 61, 1_900)
const named = <Name extends Step['do']>(name: Name) => fc.constant(name)

const anyBank: fc.Arbitrary<Step> = fc.record({
  do: named('answer the bank'),
  isApproved: fc.constantFrom(true, true, false),
})
const anyTime: fc.Arbitrary<Step> = fc.record({ do: named('time passes'), seconds: anySeconds, faults: anyFaults })
const anyPlainPayment: fc.Arbitrary<Step> = fc.record({
  do: named('pay'),
  fate: anyFate,
  faults: fc.constant([]),
  meanwhile: fc.constant([]),
})
const anyCorrection: fc.Arbitrary<Step> = fc.record({
  do: named('the retailer corrects the amount'),
  cents: fc.integer({ min: -4_568, max: 2_000 }),
})

function schedules(more: fc.Arbitrary<Step>[]): fc.Arbitrary<Step[]> {
  const meanwhile = fc.array(fc.oneof(anyPlainPayment, anyBank, anyTime, ...more), {
    minLength: 2,
    maxLength: 4,
    size: 'max',
  })
  const steps: fc.Arbitrary<Step>[] = [
    fc.record({ do: named('pay'), fate: anyFate, faults: anyFaults, meanwhile }),
    fc.record({ do: named('pay in two tabs'), fates: fc.tuple(anyFate, anyFate) }),
    fc.record({ do: named('come back'), faults: anyFaults, meanwhile }),
    fc.record({ do: named('reports arrive'), order: fc.nat(100), twice: fc.boolean() }),
    anyBank,
    anyTime,
  ]
  return fc.array(fc.oneof(...steps, ...more), { minLength: 1, maxLength: 10, size: 'max' })
}

// A failing run prints its sequence of steps, shrunk to the relevant ones.
const runs = { numRuns: 150, seed: 20_261_120 }
const longTestMs = 300_000

test(
  'in any sequence of events, a customer is charged at most once, and the invoice is paid exactly if they were charged',
  () =>
    fc.assert(
      fc.asyncProperty(schedules([]), async (steps) => {
        const world = await makeWorld()
        await world.live(steps)
        const { invoice, bookedCents, chargedCents, open } = await world.end()
        expect(open).toBeUndefined()
        expect(chargedCents.length).toBeLessThanOrEqual(1)
        expect(bookedCents).toEqual(chargedCents)
        expect(invoice).toEqual(
          chargedCents.length
            ? { paid_status: 'paid', amount_pending_cents: 0 }
            : { paid_status: 'unpaid', amount_pending_cents: owedCents },
        )
      }),
      runs,
    ),
  longTestMs,
)

test(
  'while the retailer corrects the amount, everything charged is booked and deducted from what is owed',
  () =>
    fc.assert(
      fc.asyncProperty(schedules([anyCorrection]), async (steps) => {
        const world = await makeWorld()
        await world.live(steps)
        const { totalCents, invoice, bookedCents, chargedCents, open } = await world.end()
        expect(open).toBeUndefined()
        expect(bookedCents.toSorted()).toEqual(chargedCents.toSorted())
        const leftCents = totalCents - bookedCents.reduce((sum, cents) => sum + cents, 0)
        if (invoice.paid_status === 'manual_verification_required') expect(leftCents).toBeLessThan(0)
        else expect(invoice.amount_pending_cents).toBe(leftCents)
        expect(invoice.paid_status === 'unpaid').toBe(invoice.amount_pending_cents > 0)
      }),
      runs,
    ),
  longTestMs,
)
