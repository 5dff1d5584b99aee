import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aContract, aCustomer, anInvoice, aUser, type MadeContract } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { addMethod, authenticatePayment } from '#outside/payments/sandbox/books.ts'
import { deliverReports } from '#outside/payments/sandbox/deliveries.ts'
import { payItem } from '../api.ts'
import { startPaymentJobs } from './jobs.ts'
import { reconcileAttempts } from './reconcile.ts'
import { reportPath } from './report-route.ts'
import { applyNextReport } from './reports.ts'

const begin = new Date('2026-11-20T15:24:00Z')
let webhookSecret: string
let portal: TestPortal
let contract: MadeContract
let anna: Visitor
let invoiceId: number
const problems: object[] = []
const log = { warn: (details: object) => problems.push(details), error: (details: object) => problems.push(details) }

beforeAll(async () => {
  portal = await testPortal({ environment: { DEMO: 'on' }, now: begin })
  const { db } = portal.context
  const secret = db.selectFrom('secret_key').select('value').where('name', '=', 'sandbox-webhook')
  webhookSecret = (await secret.executeTakeFirstOrThrow()).value
  const customerId = await aCustomer(db)
  contract = await aContract(db, { customerId })
  anna = await portal.as(await aUser(db, { customerIds: [customerId] }))
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.context.db.deleteFrom('visitor_throttle').execute()
  portal.setClock(begin)
  problems.length = 0
  invoiceId = await anInvoice(portal.context.db, { contract, amount_total_cents: 4569 })
  await portal.context.db.deleteFrom('provider_event').execute()
  await portal.context.db.deleteFrom('sandbox_webhook').execute()
})

const needs = () => {
  const { db, clock, payments: platforms } = portal.context
  return { db, clock, platforms, log }
}

/** A payment that waits for its holder, who then approves and never comes back to the portal. */
async function approvedAndGone() {
  const paymentId = await asked()
  await authenticatePayment(portal.context.db, { paymentId, isApproved: true, now: begin })
}

async function asked(): Promise<string> {
  const payment_method_id = await addMethod(portal.context.db, { fate: 'authentication', last4: '3184', now: begin })
  const item = { item_id: invoiceId, related_object_type: 'invoice' as const }
  const reply = await anna.send(payItem, { body: { payment_method_id, platform_name: 'sandbox', ...item } })
  return reply.payment_intent_id!
}

type Report = { rawBody: string; headers: Record<string, string> }

/** What the sandbox sends, kept from arriving. */
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

async function standing() {
  const { db } = portal.context
  const invoice = db.selectFrom('invoice').select('paid_status').where('invoice_id', '=', invoiceId)
  const entries = await db.selectFrom('payment_entry').where('item_id', '=', invoiceId).selectAll().execute()
  return [(await invoice.executeTakeFirstOrThrow()).paid_status, entries.length]
}

describe('a report of the provider', () => {
  test('pays the invoice of a customer who never came back, once it is applied', async () => {
    await approvedAndGone()
    const [report] = await intercepted()
    const answer = await arrive(report!)
    expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }])
    expect(await standing()).toEqual(['unpaid', 0])
    expect(await applyNextReport(needs())).toBe(true)
    expect(await applyNextReport(needs())).toBe(false)
    expect(await standing()).toEqual(['paid', 1])
  })

  test('that comes twice, or after the customer did, is acknowledged and changes nothing', async () => {
    await approvedAndGone()
    const [report] = await intercepted()
    await arrive(report!)
    await applyNextReport(needs())
    expect((await arrive(report!)).statusCode).toBe(200)
    expect(await applyNextReport(needs())).toBe(false)
    expect(await standing()).toEqual(['paid', 1])
  })

  test('is not believed from anybody else, or much later', async () => {
    await approvedAndGone()
    const report = (await intercepted())[0]!
    const forged = { ...report, rawBody: report.rawBody.replace('4569', '4570') }
    expect((await arrive(forged)).statusCode).toBe(400)
    expect((await arrive({ ...report, headers: { 'content-type': 'application/json' } })).statusCode).toBe(400)
    expect((await arrive(report, 'stripe')).statusCode).toBe(404)
    portal.setClock(new Date(begin.getTime() + 301_000))
    expect((await arrive(report)).statusCode).toBe(400)
    expect(await applyNextReport(needs())).toBe(false)
  })

  test('on money for a payment that is not known here is put aside, and said', async () => {
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
    expect(await applyNextReport(needs())).toBe(true)
    expect(await applyNextReport(needs())).toBe(false)
    expect(problems).toMatchObject([{ platform: 'sandbox', eventId: payload.id, reason: 'unknown_payment' }])
  })

  test('that cannot be applied is logged, tried again later, and in nobody’s way', async () => {
    await approvedAndGone()
    await arrive((await intercepted())[0]!)
    const unable = { ...needs(), platforms: new Map() }
    expect(await applyNextReport(unable)).toBe(true)
    expect(problems).toMatchObject([{ error: expect.stringContaining('sandbox') }])
    expect(await applyNextReport(needs())).toBe(false)
    expect(await standing()).toEqual(['unpaid', 0])

    portal.setClock(new Date(begin.getTime() + 10_000))
    expect(await applyNextReport(needs())).toBe(true)
    expect(await standing()).toEqual(['paid', 1])
  })
})

describe('without a report', () => {
  test('the provider is asked a minute later what became of a payment', async () => {
    await approvedAndGone()
    expect(await reconcileAttempts(needs())).toBe(false)
    portal.setClock(new Date(begin.getTime() + 60_000))
    expect(await reconcileAttempts(needs())).toBe(true)
    expect(await standing()).toEqual(['paid', 1])
  })

  test('a holder has half an hour for their bank, and then the payment is withdrawn', async () => {
    const paymentId = await asked()
    const { db } = portal.context
    const state = () =>
      db.selectFrom('payment_attempt').select('state').where('provider_payment', '=', paymentId).executeTakeFirst()
    for (const minutes of [1, 2, 4, 8, 16]) {
      portal.setClock(new Date(begin.getTime() + minutes * 60_000))
      expect(await reconcileAttempts(needs()), `after ${minutes} minutes`).toBe(true)
      expect(await state()).toEqual({ state: 'requires_action' })
    }
    portal.setClock(new Date(begin.getTime() + 32 * 60_000))
    await reconcileAttempts(needs())
    expect(await state()).toEqual({ state: 'failed' })
  })
})

test('a server that listens reports to itself, applies it, and stops cleanly', async () => {
  const address = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const sandbox = { address: () => `${address}${reportPath('sandbox')}`, webhookSecret }
  const jobs = startPaymentJobs({ ...needs(), sandbox })
  await approvedAndGone()
  await expect.poll(standing, { timeout: 10_000 }).toEqual(['paid', 1])
  await jobs.stop()

  invoiceId = await anInvoice(portal.context.db, { contract })
  await approvedAndGone()
  await setTimeout(1_500)
  expect(await standing()).toEqual(['unpaid', 0])
  expect(problems).toEqual([])
})
