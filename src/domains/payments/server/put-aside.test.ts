import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aContract, aCustomer, anInvoice, aUser, type MadeContract } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { addMethod, authenticatePayment } from '#outside/payments/sandbox/books.ts'
import { signatureHeader, signed } from '#outside/payments/sandbox/signature.ts'
import { payItem } from '../api.ts'
import { reportTries } from '../rules.ts'
import { reportPath } from './report-route.ts'
import { reportBacklog } from './report-store.ts'
import { applyNextReport, watchReports } from './reports.ts'

type Payload = { id: string; payment: Record<string, unknown> & { metadata: Record<string, unknown> } }

const begin = new Date('2026-11-20T15:24:00Z')
const problems: object[] = []
const log = { warn: (details: object) => problems.push(details), error: (details: object) => problems.push(details) }
let webhookSecret: string
let portal: TestPortal
let contract: MadeContract
let anna: Visitor

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

/** A payment whose holder has approved it and is gone, and what its provider has to report. */
async function approved(): Promise<{ invoiceId: number; payload: Payload }> {
  const { db } = portal.context
  const invoiceId = await anInvoice(db, { contract, amount_total_cents: 4569 })
  const payment_method_id = await addMethod(db, { fate: 'authentication', last4: '3184', now: begin })
  const item = { item_id: invoiceId, related_object_type: 'invoice' as const }
  const reply = await anna.send(payItem, { body: { payment_method_id, platform_name: 'sandbox', ...item } })
  await authenticatePayment(db, { paymentId: reply.payment_intent_id!, isApproved: true, now: begin })
  const last = db.selectFrom('sandbox_webhook').select('payload').orderBy('event_id').execute()
  const payloads = (await last).map((row) => row.payload as unknown as Payload)
  return { invoiceId, payload: payloads.find(({ payment }) => payment.id === reply.payment_intent_id)! }
}

function arrive(rawBody: string) {
  const signature = signed(rawBody, { secret: webhookSecret, now: portal.context.clock() })
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
    ['names an attempt that is no UUID', (payload) => otherMetadata(payload, { attempt_id: 'attempt' })],
    ['names an attempt with a zero character', (payload) => otherMetadata(payload, { attempt_id: 'a\0' })],
    ['names a holder beyond all integers', (payload) => otherMetadata(payload, { customer_id: '99999999999999' })],
    ['names a holder that is none', (payload) => otherMetadata(payload, { customer_id: 'NaN' })],
    ['names nothing', (payload) => otherPayment(payload, { metadata: {} })],
    ['has no metadata', (payload) => otherPayment(payload, { metadata: null })],
    ['has an amount that is none', (payload) => otherPayment(payload, { amount_cents: '4569' })],
    ['has an amount beyond all integers', (payload) => otherPayment(payload, { amount_cents: 1e300 })],
    ['is about nothing', ({ id }) => ({ id })],
    [
      'has an id as long as a letter',
      (payload) => ({ ...otherPayment(payload, { metadata: {} }), id: 'e'.repeat(5_000) }),
    ],
    ['has no id', (payload) => ({ ...payload, id: undefined })],
    ['is a list', () => []],
    ['is null', () => null],
  ])('%s is acknowledged, and keeps no other from being applied', async (_, change) => {
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
    'has a text beside that no database holds, %j, is stored all the same',
    async (beside) => {
      const { invoiceId, payload } = await approved()
      expect((await arrive(JSON.stringify({ ...payload, ...beside }))).statusCode).toBe(200)
      await applyAll()
      expect([await paidStatus(invoiceId), await asideReasons()]).toContainEqual(
        'note' in beside ? 'paid' : ['unreadable'],
      )
    },
  )

  test('is no JSON is acknowledged, put aside once, and said', async () => {
    expect((await arrive('{"id":')).statusCode).toBe(200)
    expect((await arrive('{"id":')).statusCode).toBe(200)
    expect(await asideReasons()).toEqual(['unreadable'])
  })
})

describe('a report that does not fit what was asked for is never booked:', () => {
  test.each<[string, string, (payload: Payload) => Payload]>([
    ['another payment', 'other_payment', (payload) => otherPayment(payload, { id: 'pi_other' })],
    ['another currency', 'other_currency', (payload) => otherPayment(payload, { currency: 'USD' })],
    ['another amount', 'other_amount', (payload) => otherPayment(payload, { amount_cents: 4568 })],
  ])('%s is %s', async (_, reason, change) => {
    const { invoiceId, payload } = await approved()
    await arrive(JSON.stringify(change(payload)))
    await applyAll()
    expect(await asideReasons()).toEqual([reason])
    expect(problems).toMatchObject([{ reason }])
    expect(await paidStatus(invoiceId)).toBe('unpaid')
  })

  test('of an attempt whose id at the provider was lost it is, and the id is noted', async () => {
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

test('a report that fails again and again is put aside after hours, and others are applied meanwhile', async () => {
  await arrive(JSON.stringify((await approved()).payload))
  const unable = { ...deps(), platforms: new Map() }
  for (let tries = 0; tries < reportTries; tries++) {
    expect(await applyNextReport(unable)).toBe(true)
    portal.setClock(new Date(portal.context.clock().getTime() + 3_600_000))
  }
  expect(await asideReasons()).toEqual(['failing'])
  expect(await applyNextReport(unable)).toBe(false)
})

test('a report of which not even the failure can be noted keeps no other from being applied', async () => {
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

test('a report that waits too long is said as an error, and how many wait is known', async () => {
  await arrive(JSON.stringify((await approved()).payload))
  await watchReports(deps())
  expect(problems).toEqual([])
  portal.setClock(new Date(begin.getTime() + 901_000))
  await watchReports(deps())
  expect(problems).toEqual([{ waiting: 1, putAside: 0, oldestSeconds: 901 }])
  await applyAll()
  expect(await reportBacklog(portal.context.db, portal.context.clock())).toMatchObject({ waiting: 0, oldestSeconds: 0 })
})
