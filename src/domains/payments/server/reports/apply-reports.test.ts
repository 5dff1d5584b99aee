import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { deliverReports } from '#outside/payments/sandbox/deliver-reports.ts'
import { addMethod, authenticatePayment } from '#outside/payments/sandbox/sandbox-store.ts'
import { payItem } from '../../api.ts'
import { startPaymentJobs } from '../jobs.ts'
import { applyNextReport } from './apply-reports.ts'
import { reconcileAttempts } from './reconcile-attempts.ts'
import { reportPath } from './report-route.ts'

const begin = new Date('2026-11-20T15:24:00Z')
let webhookSecret: string
let portal: TestPortal
let contract: CreatedContract
let anna: TestVisitor
let invoiceId: number
const problems: object[] = []
const log = { warn: (details: object) => problems.push(details), error: (details: object) => problems.push(details) }

beforeAll(async () => {
  portal = await startTestPortal({ environment: { DEMO: 'on' }, now: begin })
  const { db } = portal.context
  const secret = db.selectFrom('secret_key').select('value').where('name', '=', 'sandbox-webhook')
  webhookSecret = (await secret.executeTakeFirstOrThrow()).value
  const customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId })
  anna = await portal.as(await insertUser(db, { customerIds: [customerId] }))
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.context.db.deleteFrom('visitor_throttle').execute()
  portal.setClock(begin)
  problems.length = 0
  invoiceId = await insertInvoice(portal.context.db, { contract, amount_total_cents: 4569 })
  await portal.context.db.deleteFrom('provider_event').execute()
  await portal.context.db.deleteFrom('sandbox_webhook').execute()
})

const makeDeps = () => {
  const { db, clock, payments: platforms } = portal.context
  return { db, clock, platforms, log }
}

/** Creates a payment that its holder approves without ever returning to the portal. */
async function approvedAndGone() {
  const paymentId = await startPendingPayment()
  await authenticatePayment(portal.context.db, { paymentId, isApproved: true, now: begin })
}

async function startPendingPayment(): Promise<string> {
  const payment_method_id = await addMethod(portal.context.db, { fate: 'authentication', last4: '3184', now: begin })
  const item = { item_id: invoiceId, related_object_type: 'invoice' as const }
  const reply = await anna.send(payItem, { body: { payment_method_id, platform_name: 'sandbox', ...item } })
  return reply.payment_intent_id!
}

type Report = { rawBody: string; headers: Record<string, string> }

/** Returns the reports that the sandbox sends, without delivering them. */
async function intercepted(): Promise<Report[]> {
  const reports: Report[] = []
  const post = async (_: unknown, { body, headers }: RequestInit) => {
    reports.push({ rawBody: body as string, headers: headers as Record<string, string> })
    return new Response()
  }
  const { db, clock } = portal.context
  await deliverReports({ db, clock, webhookSecret, address: () => '', post: post as typeof fetch })
  return reports
}

async function arrive({ rawBody, headers }: Report, platform = 'sandbox') {
  return portal.app.inject({ method: 'POST', url: reportPath(platform), headers, payload: rawBody })
}

async function readPaymentStatus() {
  const { db } = portal.context
  const invoice = db.selectFrom('invoice').select('paid_status').where('invoice_id', '=', invoiceId)
  const entries = await db.selectFrom('payment_entry').where('item_id', '=', invoiceId).selectAll().execute()
  return [(await invoice.executeTakeFirstOrThrow()).paid_status, entries.length]
}

describe('a provider report', () => {
  test('pays the invoice of a customer who never returned, once it is applied', async () => {
    await approvedAndGone()
    const [report] = await intercepted()
    const answer = await arrive(report!)
    expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }])
    expect(await readPaymentStatus()).toEqual(['unpaid', 0])
    expect(await applyNextReport(makeDeps())).toBe(true)
    expect(await applyNextReport(makeDeps())).toBe(false)
    expect(await readPaymentStatus()).toEqual(['paid', 1])
  })

  test('that is repeated, or arrives after the customer returned, is acknowledged and changes nothing', async () => {
    await approvedAndGone()
    const [report] = await intercepted()
    await arrive(report!)
    await applyNextReport(makeDeps())
    expect((await arrive(report!)).statusCode).toBe(200)
    expect(await applyNextReport(makeDeps())).toBe(false)
    expect(await readPaymentStatus()).toEqual(['paid', 1])
  })

  test('is rejected if forged, unsigned, for another platform or too old', async () => {
    await approvedAndGone()
    const report = (await intercepted())[0]!
    const forged = { ...report, rawBody: report.rawBody.replace('4569', '4570') }
    expect((await arrive(forged)).statusCode).toBe(400)
    expect((await arrive({ ...report, headers: { 'content-type': 'application/json' } })).statusCode).toBe(400)
    expect((await arrive(report, 'stripe')).statusCode).toBe(404)
    portal.setClock(new Date(begin.getTime() + 301_000))
    expect((await arrive(report)).statusCode).toBe(400)
    expect(await applyNextReport(makeDeps())).toBe(false)
  })

  test('on money for an unknown payment is put aside and logged', async () => {
    await approvedAndGone()
    const report = (await intercepted())[0]!
    await arrive(report)
    const { db } = portal.context
    const unknown = '00000000-0000-0000-0000-000000000000'
    const payload = JSON.parse(report.rawBody)
    payload.payment.metadata.attempt_id = unknown
    await db
      .updateTable('provider_event')
      .set({ payload: JSON.stringify(payload) })
      .execute()
    expect(await applyNextReport(makeDeps())).toBe(true)
    expect(await applyNextReport(makeDeps())).toBe(false)
    expect(problems).toMatchObject([{ platform: 'sandbox', eventId: payload.id, reason: 'unknown_payment' }])
  })

  test('that cannot be applied is logged, retried later, and does not block others', async () => {
    await approvedAndGone()
    await arrive((await intercepted())[0]!)
    const unable = { ...makeDeps(), platforms: new Map() }
    expect(await applyNextReport(unable)).toBe(true)
    expect(problems).toMatchObject([{ error: expect.stringContaining('sandbox') }])
    expect(await applyNextReport(makeDeps())).toBe(false)
    expect(await readPaymentStatus()).toEqual(['unpaid', 0])

    portal.setClock(new Date(begin.getTime() + 10_000))
    expect(await applyNextReport(makeDeps())).toBe(true)
    expect(await readPaymentStatus()).toEqual(['paid', 1])
  })
})

describe('without a report', () => {
  test('the provider is queried about a payment after a minute', async () => {
    await approvedAndGone()
    expect(await reconcileAttempts(makeDeps())).toBe(false)
    portal.setClock(new Date(begin.getTime() + 60_000))
    expect(await reconcileAttempts(makeDeps())).toBe(true)
    expect(await readPaymentStatus()).toEqual(['paid', 1])
  })

  test('a payment is withdrawn if its holder has not answered the bank within half an hour', async () => {
    const paymentId = await startPendingPayment()
    const { db } = portal.context
    const state = () =>
      db.selectFrom('payment_attempt').select('state').where('provider_payment', '=', paymentId).executeTakeFirst()
    for (const minutes of [1, 2, 4, 8, 16]) {
      portal.setClock(new Date(begin.getTime() + minutes * 60_000))
      expect(await reconcileAttempts(makeDeps()), `after ${minutes} minutes`).toBe(true)
      expect(await state()).toEqual({ state: 'requires_action' })
    }
    portal.setClock(new Date(begin.getTime() + 32 * 60_000))
    await reconcileAttempts(makeDeps())
    expect(await state()).toEqual({ state: 'failed' })
  })
})

test('a listening server delivers sandbox reports to itself, applies them, and stops cleanly', async () => {
  const address = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const sandbox = { address: () => `${address}${reportPath('sandbox')}`, webhookSecret }
  const jobs = startPaymentJobs({ ...makeDeps(), watch: portal.context.watch, sandbox })
  await approvedAndGone()
  await expect.poll(readPaymentStatus).toEqual(['paid', 1])
  await jobs.stop()

  invoiceId = await insertInvoice(portal.context.db, { contract })
  await approvedAndGone()
  await setTimeout(1_500)
  expect(await readPaymentStatus()).toEqual(['unpaid', 0])
  expect(problems).toEqual([])
})
