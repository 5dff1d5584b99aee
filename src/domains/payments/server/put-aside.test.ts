import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { addMethod, authenticatePayment } from '#outside/payments/sandbox/sandbox-store.ts'
import { signatureHeader, signReport } from '#outside/payments/sandbox/signature.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import { payItem } from '../api.ts'
import { maxReportTries } from '../rules.ts'
import { applyNextReport, logLateReports } from './reports/apply-reports.ts'
import { reportPath } from './reports/report-route.ts'
import { measureReportBacklog } from './reports/report-store.ts'

type Payload = { id: string; payment: Record<string, unknown> & { metadata: Record<string, unknown> } }

const begin = new Date('2026-11-20T15:24:00Z')
const problems: object[] = []
const log = { warn: (details: object) => problems.push(details), error: (details: object) => problems.push(details) }
let webhookSecret: string
let portal: TestPortal
let contract: CreatedContract
let anna: TestVisitor

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
  portal.setClock(begin)
  problems.length = 0
  await portal.context.db.deleteFrom('provider_event').execute()
  await portal.context.db.deleteFrom('sandbox_webhook').execute()
  await portal.context.db.deleteFrom('visitor_throttle').execute()
})

const deps = () => {
  const { db, clock, payments: platforms } = portal.context
  return { db, clock, platforms, log }
}

/** Creates a payment that its holder has approved without returning, and returns the provider's report of it. */
async function approved(): Promise<{ invoiceId: number; payload: Payload }> {
  const { db } = portal.context
  const invoiceId = await insertInvoice(db, { contract, amount_total_cents: 4569 })
  const payment_method_id = await addMethod(db, { fate: 'authentication', last4: '3184', now: begin })
  const item = { item_id: invoiceId, related_object_type: 'invoice' as const }
  const reply = await anna.send(payItem, { body: { payment_method_id, platform_name: 'sandbox', ...item } })
  await authenticatePayment(db, { paymentId: reply.payment_intent_id!, isApproved: true, now: begin })
  const last = db.selectFrom('sandbox_webhook').select('payload').orderBy('event_id').execute()
  const payloads = (await last).map((row) => row.payload as unknown as Payload)
  return { invoiceId, payload: payloads.find(({ payment }) => payment.id === reply.payment_intent_id)! }
}

function arrive(rawBody: string) {
  const signature = signReport(rawBody, { secret: webhookSecret, now: portal.context.clock() })
  const headers = { 'content-type': 'application/json', [signatureHeader]: signature }
  return portal.app.inject({ method: 'POST', url: reportPath('sandbox'), headers, payload: rawBody })
}

async function applyAll() {
  for (let left = 50; left > 0 && (await applyNextReport(deps())); left--);
}

async function asideReasons() {
  const rows = portal.context.db.selectFrom('provider_event').where('put_aside_at', 'is not', null)
  return (await rows.select('put_aside_reason').execute()).map((row) => row.put_aside_reason)
}

async function paidStatus(invoiceId: number) {
  const row = portal.context.db.selectFrom('invoice').select('paid_status').where('invoice_id', '=', invoiceId)
  return (await row.executeTakeFirstOrThrow()).paid_status
}

const otherPayment = (payload: Payload, change: object) => ({ ...payload, payment: { ...payload.payment, ...change } })
const otherMetadata = (payload: Payload, change: object) =>
  otherPayment(payload, { metadata: { ...payload.payment.metadata, ...change } })

describe('a report that is signed and', () => {
  test.each<[string, (payload: Payload) => unknown]>([
    ['names an attempt that is not a UUID', (payload) => otherMetadata(payload, { attempt_id: 'attempt' })],
    ['names an attempt with a NUL character', (payload) => otherMetadata(payload, { attempt_id: 'a\0' })],
    ['names a holder beyond the safe integers', (payload) => otherMetadata(payload, { customer_id: '9'.repeat(16) })],
    ['names an invalid holder', (payload) => otherMetadata(payload, { customer_id: 'NaN' })],
    ['names nothing', (payload) => otherPayment(payload, { metadata: {} })],
    ['has no metadata', (payload) => otherPayment(payload, { metadata: null })],
    ['has an invalid amount', (payload) => otherPayment(payload, { amount_cents: '4569' })],
    ['has an amount beyond the integer range', (payload) => otherPayment(payload, { amount_cents: 1e300 })],
    ['has only an id', ({ id }) => ({ id })],
    [
      'has an id that is too long',
      (payload) => ({ ...otherPayment(payload, { metadata: {} }), id: 'e'.repeat(5_000) }),
    ],
    ['has no id', (payload) => ({ ...payload, id: undefined })],
    ['is a list', () => []],
    ['is null', () => null],
  ])('%s is acknowledged, and does not block others', async (_, change) => {
    const odd = await approved()
    const good = await approved()
    const changed = change(odd.payload)
    expect((await arrive(JSON.stringify(changed))).statusCode).toBe(200)
    expect((await arrive(JSON.stringify(good.payload))).statusCode).toBe(200)
    await applyAll()
    expect(await paidStatus(good.invoiceId)).toBe('paid')
    expect(await asideReasons()).toEqual(['unreadable'])
    expect(await paidStatus(odd.invoiceId)).toBe('unpaid')
  })

  test.each([{ note: '\0' }, { note: '\ud800' }, { '\0': 'note' }])(
    'contains text that no database can store, %j, is stored anyway',
    async (beside) => {
      const { invoiceId, payload } = await approved()
      expect((await arrive(JSON.stringify({ ...payload, ...beside }))).statusCode).toBe(200)
      await applyAll()
      expect([await paidStatus(invoiceId), await asideReasons()]).toContainEqual(
        'note' in beside ? 'paid' : ['unreadable'],
      )
    },
  )

  test('is not JSON is acknowledged, put aside once, and logged', async () => {
    expect((await arrive('{"id":')).statusCode).toBe(200)
    expect((await arrive('{"id":')).statusCode).toBe(200)
    expect(await asideReasons()).toEqual(['unreadable'])
  })
})

describe('a report that does not match the request is never booked:', () => {
  test.each<[string, string, (payload: Payload) => Payload]>([
    ['another payment', 'other_payment', (payload) => otherPayment(payload, { id: 'pi_other' })],
    ['another currency', 'other_currency', (payload) => otherPayment(payload, { currency: 'USD' })],
    ['another amount', 'other_amount', (payload) => otherPayment(payload, { amount_cents: 4568 })],
  ])('%s is put aside as %s', async (_, reason, change) => {
    const { invoiceId, payload } = await approved()
    await arrive(JSON.stringify(change(payload)))
    await applyAll()
    expect(await asideReasons()).toEqual([reason])
    expect(problems).toMatchObject([{ reason }])
    expect(await paidStatus(invoiceId)).toBe('unpaid')
  })

  test('one for an attempt without a provider payment id is booked, and the id is saved', async () => {
    const { invoiceId, payload } = await approved()
    const { db } = portal.context
    await db.updateTable('payment_attempt').set({ provider_payment: null }).where('item_id', '=', invoiceId).execute()
    await arrive(JSON.stringify(payload))
    await applyAll()
    expect(await paidStatus(invoiceId)).toBe('paid')
    const row = db.selectFrom('payment_attempt').where('item_id', '=', invoiceId).select('provider_payment')
    expect(await row.execute()).toEqual([{ provider_payment: payload.payment.id }])
  })
})

test('a report that keeps failing is put aside after hours, without blocking others', async () => {
  await arrive(JSON.stringify((await approved()).payload))
  const unable = { ...deps(), platforms: new Map() }
  for (let tries = 0; tries < maxReportTries; tries++) {
    expect(await applyNextReport(unable)).toBe(true)
    portal.setClock(new Date(portal.context.clock().getTime() + msPerHour))
  }
  expect(await asideReasons()).toEqual(['failing'])
  expect(await applyNextReport(unable)).toBe(false)
})

test('a report whose failure cannot even be recorded does not block others', async () => {
  const { db } = portal.context
  const bad = await approved()
  await arrive(JSON.stringify(otherPayment(bad.payload, { id: 'pi_other' })))
  await sql`alter table provider_event add constraint never_aside check (put_aside_at is null)`.execute(db)
  const good: { invoiceId: number }[] = []
  for (let count = 0; count < 5; count++) {
    const each = await approved()
    await arrive(JSON.stringify(each.payload))
    good.push(each)
  }
  await applyAll()
  await sql`alter table provider_event drop constraint never_aside`.execute(db)
  for (const { invoiceId } of good) expect(await paidStatus(invoiceId)).toBe('paid')
  expect(await paidStatus(bad.invoiceId)).toBe('unpaid')
})

test('a report that waits too long is logged as an error, and the backlog is measured', async () => {
  await arrive(JSON.stringify((await approved()).payload))
  await logLateReports(deps())
  expect(problems).toEqual([])
  portal.setClock(new Date(begin.getTime() + 901_000))
  await logLateReports(deps())
  expect(problems).toEqual([{ waiting: 1, putAside: 0, oldestSeconds: 901 }])
  await applyAll()
  expect(await measureReportBacklog(portal.context.db, portal.context.clock())).toMatchObject({
    waiting: 0,
    oldestSeconds: 0,
  })
})
