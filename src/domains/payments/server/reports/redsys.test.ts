import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import type { ProviderForm } from '#outside/payments/payment-provider.ts'
import { publicTestAccount, type RedsysStandIn, startRedsysStandIn } from '#outside/payments/testing/redsys-stand-in.ts'
import { payItem, readTransactionSummary } from '../../api.ts'
import { providerRedirectPath } from '../../paths.ts'
import { applyNextReport } from './apply-reports.ts'
import { reconcileAttempts } from './reconcile-attempts.ts'
import { reportPath } from './report-route.ts'

const begin = new Date('2026-11-20T15:24:00Z')
const goodCard = { card: '4548812049400004' }
let standIn: RedsysStandIn
let portal: TestPortal
let contract: CreatedContract
let anna: TestVisitor
let annaReadonly: TestVisitor
let stranger: TestVisitor
let invoiceId: number
const log = { warn() {}, error() {} }

beforeAll(async () => {
  standIn = await startRedsysStandIn()
  portal = await startTestPortal({
    environment: {
      PUBLIC_ORIGIN: 'http://portal.test',
      REDSYS_MERCHANT_CODE: publicTestAccount.merchantCode,
      REDSYS_SECRET_KEY: publicTestAccount.secretKey,
      REDSYS_ADDRESS: standIn.address,
    },
    now: begin,
  })
  await portal.set('payment.platforms', ['redsys'])
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId })
  const userId = await insertUser(db, { customerIds: [customerId], email: 'anna@example.test' })
  anna = await portal.as(userId)
  annaReadonly = await portal.as(userId, { readonly: true })
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})
afterAll(() => Promise.all([portal.close(), standIn.close()]))
beforeEach(async () => {
  portal.setClock(begin)
  standIn.allowQueries(true)
  invoiceId = await insertInvoice(portal.context.db, { contract, amount_total_cents: 4569 })
})

const makeDeps = () => {
  const { db, clock, payments: platforms } = portal.context
  return { db, clock, platforms, log }
}

let presses = 0

function pay() {
  const item = { item_id: invoiceId, related_object_type: 'invoice' as const }
  presses += 1
  return anna.send(payItem, { body: { payment_method_id: `page-${presses}`, platform_name: 'redsys', ...item } })
}

function comeBack(paymentId: string, given_up?: boolean) {
  return anna.send(payItem, { body: { payment_intent_id: paymentId, platform_name: 'redsys', given_up } })
}

function leave(paymentId: string, visitor: TestVisitor = anna) {
  const headers = { host: 'portal.test', ...(visitor.token && { authorization: `Bearer ${visitor.token}` }) }
  return portal.app.inject({ method: 'GET', url: providerRedirectPath('redsys', paymentId), headers })
}

/** Returns the form on the page that redirects to Redsys. */
async function formOf(paymentId: string): Promise<ProviderForm> {
  const html = (await leave(paymentId)).payload
  const address = /action="([^"]+)"/.exec(html)![1]!
  const inputs = [...html.matchAll(/name="([^"]+)" value="([^"]+)"/g)].map(([, name, value]) => [name, value])
  return { address, fields: Object.fromEntries(inputs) as Record<string, string> }
}

/** Delivers and applies the last report of Redsys. */
async function reported() {
  const { rawBody, headers } = standIn.reports().at(-1)!
  const answer = await portal.app.inject({ method: 'POST', url: reportPath('redsys'), headers, payload: rawBody })
  while (await applyNextReport(makeDeps()));
  return answer.statusCode
}

async function readPaymentStatus() {
  const { db } = portal.context
  const invoice = db.selectFrom('invoice').select('paid_status').where('invoice_id', '=', invoiceId)
  const entries = await db.selectFrom('payment_entry').where('item_id', '=', invoiceId).selectAll().execute()
  return [(await invoice.executeTakeFirstOrThrow()).paid_status, entries.length]
}

describe('the page that redirects to Redsys', () => {
  test('allows its form to submit only to Redsys, and nothing else', async () => {
    const { payment_intent_id: id } = await pay()
    const page = await leave(id!)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; base-uri 'none'; form-action http:\/\/127\.0\.0\.1:\d+; frame-ancestors 'none'$/,
    )
    expect(page.headers['cache-control']).toBe('no-store')
  })

  test('is available only to the owner of the payment, and not read-only', async () => {
    const { payment_intent_id: id } = await pay()
    expect((await leave(id!, stranger)).statusCode).toBe(404)
    expect((await leave(id!, annaReadonly)).statusCode).toBe(404)
    expect((await leave('1234abcdefgh')).statusCode).toBe(404)
    const anonymous = await leave(id!, portal.anonymous)
    expect([anonymous.statusCode, anonymous.headers.location]).toEqual([302, '/login'])
  })

  test('redirects back once the payment is closed', async () => {
    const { payment_intent_id: id } = await pay()
    await comeBack(id!, true)
    const page = await leave(id!)
    expect(page.statusCode).toBe(302)
    expect(page.headers.location).toBe(`/invoices?payment_intent=${id}&redirect_status=failed`)
  })
})

test('an amount that changed before leaving is not signed: the page redirects back, where the new one is shown', async () => {
  const { payment_intent_id: id } = await pay()
  const { db } = portal.context
  await db.updateTable('invoice').set({ amount_pending_cents: 13_788 }).where('invoice_id', '=', invoiceId).execute()
  const page = await leave(id!)
  expect([page.statusCode, page.headers.location]).toEqual([
    302,
    `/invoices?payment_intent=${id}&redirect_status=failed`,
  ])
  await expect(comeBack(id!, true)).rejects.toMatchObject({
    code: 'amount_changed',
    extra: { current: { amount: 137.88 } },
  })
  expect((await leave(id!)).statusCode, 'nor on a later try').toBe(302)
})

describe('a payment at Redsys', () => {
  test('is booked when the report says so, and shows the last digits of the card', async () => {
    const begun = await pay()
    expect(begun).toMatchObject({ success: false, requires_action: true, error: null })
    const id = begun.payment_intent_id!
    await standIn.visit(await formOf(id), goodCard)
    expect(await readPaymentStatus()).toEqual(['unpaid', 0])
    expect(await reported()).toBe(200)
    expect(await readPaymentStatus()).toEqual(['paid', 1])
    expect(await comeBack(id)).toMatchObject({ success: true, error: null })
    const sent = { params: { invoiceId: String(invoiceId) }, query: {} }
    expect(await anna.send(readTransactionSummary, sent)).toMatchObject({ transaction_id: id, card_last4: '0004' })
  })

  test('is booked once, however often it is reported and returned from', async () => {
    const { payment_intent_id: id } = await pay()
    await standIn.visit(await formOf(id!), goodCard)
    await reported()
    await reported()
    expect(await comeBack(id!)).toMatchObject({ success: true })
    expect(await comeBack(id!)).toMatchObject({ success: true })
    expect(await readPaymentStatus()).toEqual(['paid', 1])
  })

  test('is booked without a report if Redsys can be queried', async () => {
    const { payment_intent_id: id } = await pay()
    await standIn.visit(await formOf(id!), goodCard)
    expect(await comeBack(id!)).toMatchObject({ success: true })
    expect(await readPaymentStatus()).toEqual(['paid', 1])
  })

  test('stays open while there is neither a report nor an answer, and is booked when the report arrives', async () => {
    const { payment_intent_id: id } = await pay()
    await standIn.visit(await formOf(id!), goodCard)
    standIn.allowQueries(false)
    expect(await comeBack(id!)).toMatchObject({ success: false, requires_action: true })
    expect(await comeBack(id!, true)).toMatchObject({ success: false, error: 'outcome_unknown' })
    expect(await readPaymentStatus()).toEqual(['unpaid', 0])
    await reported()
    expect(await readPaymentStatus()).toEqual(['paid', 1])
  })

  test('that the bank declines is reported, and can be retried as another order', async () => {
    const first = await pay()
    await standIn.visit(await formOf(first.payment_intent_id!), { card: '5576440022788500' })
    await reported()
    expect(await comeBack(first.payment_intent_id!)).toMatchObject({ success: false, error: 'card_declined' })
    const second = await pay()
    expect(second.payment_intent_id).not.toBe(first.payment_intent_id)
    await standIn.visit(await formOf(second.payment_intent_id!), goodCard)
    await reported()
    expect(await readPaymentStatus()).toEqual(['paid', 1])
  })

  test('that its holder cancels is closed', async () => {
    const { payment_intent_id: id } = await pay()
    await standIn.visit(await formOf(id!), 'cancel')
    const brokenOff = { success: false, error: 'payment_intent_unexpected_state' }
    expect(await comeBack(id!, true)).toMatchObject(brokenOff)
    await reported()
    expect(await comeBack(id!)).toMatchObject(brokenOff)
    expect(await readPaymentStatus()).toEqual(['unpaid', 0])
  })

  test('continues the open order, in another tab or after going back, so that it is taken once', async () => {
    const first = await pay()
    const form = await formOf(first.payment_intent_id!)
    const second = await pay()
    expect(second).toMatchObject({ requires_action: true, payment_intent_id: first.payment_intent_id })
    await standIn.visit(form, goodCard)
    await expect(standIn.visit(await formOf(second.payment_intent_id!), goodCard)).rejects.toThrow('SIS0051')
    await reported()
    expect(await readPaymentStatus()).toEqual(['paid', 1])
  })

  test('is booked even if it is reported after it was given up', async () => {
    const { payment_intent_id: id } = await pay()
    const form = await formOf(id!)
    portal.setClock(new Date(begin.getTime() + 31 * 60_000))
    await reconcileAttempts(makeDeps())
    portal.setClock(begin)
    expect(await comeBack(id!)).toMatchObject({ success: false, error: 'payment_intent_unexpected_state' })
    await standIn.visit(form, goodCard)
    await reported()
    expect(await readPaymentStatus()).toEqual(['paid', 1])
  })
})
