import { randomUUID } from 'node:crypto'
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
import type { PaymentProvider } from '#outside/payments/payment-provider.ts'
import { deliverReports } from '#outside/payments/sandbox/deliver-reports.ts'
import { injectFaults, KilledError, type ProviderFault } from '#outside/payments/testing/faults.ts'
import { publicTestAccount, type RedsysStandIn, startRedsysStandIn } from '#outside/payments/testing/redsys-stand-in.ts'
import { type StripeStandIn, startStripeStandIn } from '#outside/payments/testing/stripe-stand-in.ts'
import { payItem, readTransactionSummary } from '../../api.ts'
import { type Attempt, findPaidAttempt } from '../attempt-store.ts'
import { applyNextReport } from '../reports/apply-reports.ts'
import { storeReport } from '../reports/report-store.ts'
import { executeRefund, resumeDueRefunds } from './execute-refunds.ts'
import { computeRefundableCents, findRefunds, orderRefund, type Refund } from './refund-store.ts'

const begin = new Date('2026-11-20T15:24:00Z')
const log = { warn() {}, error() {} }
let stripe: StripeStandIn
let redsys: RedsysStandIn
let portal: TestPortal
let contract: CreatedContract
let anna: TestVisitor
let userId: number
let invoiceId: number

beforeAll(async () => {
  const secrets = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' }
  stripe = await startStripeStandIn({ ...secrets, now: () => portal.context.clock() })
  redsys = await startRedsysStandIn()
  portal = await startTestPortal({
    environment: {
      DEMO: 'on',
      PUBLIC_ORIGIN: 'http://portal.test',
      ...stripe.environment,
      REDSYS_MERCHANT_CODE: publicTestAccount.merchantCode,
      REDSYS_SECRET_KEY: publicTestAccount.secretKey,
      REDSYS_ADDRESS: redsys.address,
    },
    now: begin,
  })
  await portal.set('payment.platforms', ['stripe', 'redsys', 'sandbox'])
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId })
  userId = await insertUser(db, { customerIds: [customerId], email: 'anna@example.test' })
  anna = await portal.as(userId)
})
afterAll(() => Promise.all([portal.close(), stripe.close(), redsys.close()]))
beforeEach(async () => {
  portal.setClock(begin)
  invoiceId = await insertInvoice(portal.context.db, { contract, amount_total_cents: 4569 })
})

type Platform = 'sandbox' | 'stripe' | 'redsys'

const makeDeps = (faults: ProviderFault[] = []) => {
  const { db, clock, payments } = portal.context
  const wrapped = [...payments].map(([name, each]): [string, PaymentProvider] => [
    name,
    injectFaults(each, faults, async () => {}),
  ])
  return { db, clock, log, platforms: new Map(wrapped) }
}

async function methodOf(platform: Platform): Promise<string> {
  if (platform === 'stripe') return 'pm_card_visa'
  if (platform === 'redsys') return `page-${randomUUID()}`
  const payload = { number: '4242424242424242', exp_month: '12', exp_year: '34', cvc: '123' }
  const made = await portal.app.inject({ method: 'POST', url: '/sandbox-provider/v1/payment_methods', payload })
  return made.json().id
}

/** Lets anna pay, and returns the resulting attempt. */
async function paid(
  platform: Platform = 'sandbox',
  kind: 'invoice' | 'multipoint_invoice' = 'invoice',
  id = invoiceId,
) {
  const body = { payment_method_id: await methodOf(platform), platform_name: platform }
  const reply = await anna.send(payItem, { body: { ...body, item_id: id, related_object_type: kind } })
  if (platform === 'redsys') {
    const orderNumber = reply.payment_intent_id!
    const addresses = { locale: 'es' as const, paidAddress: 'http://portal.invalid/', unpaidAddress: '' }
    const form = await portal.context.payments.get('redsys')!.createForm!(orderNumber, addresses)
    await redsys.visit(form!, { card: '4548812049400004' })
    await applyProviderReports('redsys')
  }
  const { customerId } = contract
  return (await findPaidAttempt(portal.context.db, { customerId, kind, itemId: id }))!
}

/** Delivers and applies the reports of a provider so far. */
async function applyProviderReports(platform: Platform) {
  const { db, payments, clock } = portal.context
  const provider = payments.get(platform)!
  for (const report of platform === 'stripe' ? stripe.reports() : redsys.reports()) {
    const event = provider.verifyReport({ ...report, now: clock() })!
    await storeReport(db, { platform, event, putAside: null, now: clock() })
  }
  while (await applyNextReport(makeDeps()));
}

let refundId: string
beforeEach(() => {
  refundId = randomUUID()
})

async function order(attempt: Attempt, amountCents: number, given: { refundId?: string; isOwedAgain?: boolean } = {}) {
  const by = { userId, requestId: 'r', reason: 'Cobrada dos veces', isOwedAgain: false, refundId, now: begin }
  return portal.context.db.transaction().execute((trx) => orderRefund(trx, { attempt, amountCents, ...by, ...given }))
}

async function refunded(
  attempt: Attempt,
  amountCents: number,
  given: { refundId?: string; isOwedAgain?: boolean } = {},
) {
  const ordered = await order(attempt, amountCents, { refundId: randomUUID(), ...given })
  if (typeof ordered === 'string') throw new Error(ordered)
  return executeRefund(makeDeps(), ordered)
}

async function states(attempt: Attempt) {
  return (await findRefunds(portal.context.db, attempt)).map(({ state, amount_cents }) => [state, amount_cents])
}

async function ledger(attempt: Attempt): Promise<number[]> {
  const entries = portal.context.db.selectFrom('payment_refund_entry').select('amount_cents')
  const ofAttempt = entries
    .where('payment_attempt_id', '=', attempt.payment_attempt_id)
    .orderBy('payment_refund_entry_id')
  return (await ofAttempt.execute()).map(({ amount_cents }) => amount_cents)
}

async function readPaymentStatus(id = invoiceId) {
  const { db } = portal.context
  const invoice = db.selectFrom('invoice').where('invoice_id', '=', id).select(['paid_status', 'amount_pending_cents'])
  const { paid_status, amount_pending_cents } = await invoice.executeTakeFirstOrThrow()
  return [paid_status, amount_pending_cents]
}

async function mails(kind: string) {
  const rows = portal.context.db.selectFrom('outbox_message').where('kind', '=', kind).select(['to_address', 'values'])
  return rows.execute()
}

function later(seconds: number) {
  portal.setClock(new Date(begin.getTime() + seconds * 1000))
}

describe.each(['sandbox', 'stripe', 'redsys'] as const)('a payment by %s', (platform) => {
  test('is refunded in parts, but never more than was paid', async () => {
    const attempt = await paid(platform)
    expect(await refunded(attempt, 4000)).toMatchObject({ state: 'made', provider_refund: expect.any(String) })
    expect(await order(attempt, 570)).toBe('refund_too_much')
    expect(await refunded(attempt, 569)).toMatchObject({ state: 'made' })
    expect(await order(attempt, 1)).toBe('refund_too_much')
    expect(await ledger(attempt)).toEqual([4000, 569])
    if (platform === 'stripe') expect(stripe.refundedCents()).toEqual([4000, 569])
    if (platform === 'redsys') expect(redsys.refundedCents()).toEqual([4569])
  })

  test('is refunded once, whatever its report says and however often', async () => {
    const attempt = await paid(platform)
    await refunded(attempt, 569)
    if (platform === 'sandbox') await sandboxReports()
    else await applyProviderReports(platform)
    await applyNextReport(makeDeps())
    expect(await states(attempt)).toEqual([['made', 569]])
    expect(await ledger(attempt)).toEqual([569])
  })

  test('is refunded once if the answer is lost', async () => {
    const attempt = await paid(platform)
    const ordered = (await order(attempt, 569)) as Refund
    await executeRefund(makeDeps([{ at: 'refund', kind: 'lost' }]), ordered)
    expect(await states(attempt)).toEqual([[platform === 'redsys' ? 'unknown' : 'asked', 569]])
    later(61)
    await resumeDueRefunds(makeDeps())
    // Redsys does not identify refunds by id; its report decides.
    if (platform === 'redsys') {
      expect(await states(attempt)).toEqual([['unknown', 569]])
      await applyProviderReports('redsys')
    }
    expect(await states(attempt)).toEqual([['made', 569]])
    expect(await ledger(attempt)).toEqual([569])
  })

  test('is refunded by another server if the first one dies before requesting it', async () => {
    const attempt = await paid(platform)
    await order(attempt, 569)
    later(1)
    await resumeDueRefunds(makeDeps())
    expect(await states(attempt)).toEqual([['made', 569]])
  })
})

/** Delivers the reports of the sandbox. */
async function sandboxReports() {
  const { db, clock, payments } = portal.context
  const sentReports: { rawBody: string; headers: Record<string, string> }[] = []
  const post = async (_: unknown, { body, headers }: RequestInit) => {
    sentReports.push({ rawBody: body as string, headers: headers as Record<string, string> })
    return new Response()
  }
  const secret = await db
    .selectFrom('secret_key')
    .where('name', '=', 'sandbox-webhook')
    .select('value')
    .executeTakeFirstOrThrow()
  const webhookSecret = Buffer.from(secret.value, 'base64').toString('base64')
  const delivery = { db, clock, webhookSecret, address: () => 'http://portal.invalid', post: post as typeof fetch }
  while (await deliverReports(delivery));
  for (const report of sentReports) {
    const event = payments.get('sandbox')!.verifyReport({ ...report, now: clock() })!
    await storeReport(db, { platform: 'sandbox', event, putAside: null, now: clock() })
  }
  while (await applyNextReport(makeDeps()));
}

test('two concurrent orders for the same amount refund it once', async () => {
  const attempt = await paid()
  const ordered = await Promise.all([
    order(attempt, 4569, { refundId }),
    order(attempt, 4569, { refundId: randomUUID() }),
  ])
  expect(ordered.map((each) => (typeof each === 'string' ? each : each.state)).sort()).toEqual([
    'pending',
    'refund_too_much',
  ])
})

test('the same id is the same refund, and no other', async () => {
  const attempt = await paid()
  const first = (await order(attempt, 1000)) as Refund
  expect(await order(attempt, 1000)).toMatchObject({ refund_id: first.refund_id, state: 'pending' })
  expect(await order(attempt, 999)).toBe('refund_id_used')
  await Promise.all([executeRefund(makeDeps(), first), executeRefund(makeDeps(), first)])
  expect(await ledger(attempt)).toEqual([1000])
})

test('a payment that was not made cannot be refunded', async () => {
  const { db } = portal.context
  const attempt = await paid()
  await db
    .updateTable('payment_attempt')
    .set({ state: 'failed' })
    .where('payment_attempt_id', '=', attempt.payment_attempt_id)
    .execute()
  expect(await order(attempt, 1)).toBe('not_refundable')
})

test('a server that dies during the request leaves a refund that another one completes, or marks as unknown', async () => {
  for (const [platform, state] of [
    ['stripe', 'made'],
    ['redsys', 'unknown'],
  ] as const) {
    invoiceId = await insertInvoice(portal.context.db, { contract, amount_total_cents: 4569 })
    portal.setClock(begin)
    const attempt = await paid(platform)
    const ordered = (await order(attempt, 100, { refundId: randomUUID() })) as Refund
    await expect(executeRefund(makeDeps([{ at: 'refund', kind: 'killed_after' }]), ordered)).rejects.toThrow(
      KilledError,
    )
    later(61)
    await resumeDueRefunds(makeDeps())
    expect(await states(attempt)).toEqual([[state, 100]])
  }
})

test('a provider that no longer knows the id is not asked again', async () => {
  const attempt = await paid()
  const ordered = (await order(attempt, 100)) as Refund
  await executeRefund(makeDeps([{ at: 'refund', kind: 'unreached' }]), ordered)
  later(24 * 3_600)
  await resumeDueRefunds(makeDeps())
  expect(await states(attempt)).toEqual([['unknown', 100]])
  expect(computeRefundableCents(attempt, await findRefunds(portal.context.db, attempt))).toBe(4469)
})

test('a refund that the provider refuses has refunded nothing', async () => {
  const attempt = await paid('stripe')
  stripe.failNext({ status: 400, body: { error: { type: 'invalid_request_error', code: 'charge_disputed' } } })
  expect(await refunded(attempt, 4569)).toMatchObject({ state: 'refused' })
  expect(computeRefundableCents(attempt, await findRefunds(portal.context.db, attempt))).toBe(4569)
  expect(await ledger(attempt)).toEqual([])
})

test('a refund made in the provider’s own back office is recorded when it is reported', async () => {
  const attempt = await paid('redsys')
  redsys.refundInBackOffice(attempt.provider_payment!, 1569)
  await applyProviderReports('redsys')
  await applyProviderReports('redsys')
  expect(await findRefunds(portal.context.db, attempt)).toMatchObject([
    { state: 'made', source: 'provider', amount_cents: 1569, ordered_by_user_id: null },
  ])
  expect(await order(attempt, 3001)).toBe('refund_too_much')
})

test('a refund that the holder’s bank returns has two ledger entries, and can be made again', async () => {
  const attempt = await paid('stripe')
  await refunded(attempt, 4569, { isOwedAgain: true })
  expect(await readPaymentStatus()).toEqual(['unpaid', 4569])
  stripe.failRefunds(attempt.provider_payment!)
  await applyProviderReports('stripe')
  expect(await states(attempt)).toEqual([['returned', 4569]])
  expect(await ledger(attempt)).toEqual([4569, -4569])
  expect(await readPaymentStatus()).toEqual(['paid', 0])
  expect(await mails('payments.refundFailed')).toMatchObject([{ to_address: 'anna@example.test' }])
})

describe('a refunded amount', () => {
  test('is owed again if the retailer says so, and can be paid again', async () => {
    const attempt = await paid()
    await refunded(attempt, 4569, { isOwedAgain: true })
    expect(await readPaymentStatus()).toEqual(['unpaid', 4569])
    await paid()
    expect(await readPaymentStatus()).toEqual(['paid', 0])
  })

  test('is not owed again otherwise, and an overpayment counts as verified', async () => {
    const { db } = portal.context
    const attempt = await paid()
    const invoice = db.updateTable('invoice').where('invoice_id', '=', invoiceId)
    await invoice.set({ paid_status: 'manual_verification_required' }).execute()
    await refunded(attempt, 4569)
    expect(await readPaymentStatus()).toEqual(['paid', 0])
  })

  test('of a multipoint invoice is owed again together with its invoices', async () => {
    const { db } = portal.context
    const id = await insertMultipointInvoice(db, { customerId: contract.customerId, amount_total_cents: 9138 })
    const ofIt = await insertInvoice(db, { contract, amount_total_cents: 4569, multipoint_invoice_id: id })
    const attempt = await paid('sandbox', 'multipoint_invoice', id)
    expect(await readPaymentStatus(ofIt)).toEqual(['paid', 0])
    await refunded(attempt, 9138, { isOwedAgain: true })
    expect(await readPaymentStatus(ofIt)).toEqual(['unpaid', 4569])
  })

  test('is shown in the summary and notified by mail', async () => {
    const attempt = await paid()
    await refunded(attempt, 569)
    const summary = await anna.send(readTransactionSummary, { params: { invoiceId: String(invoiceId) } } as never)
    expect(summary).toMatchObject({ amount: 45.69, refunded_amount: 5.69 })
    expect((await mails('payments.refunded')).at(-1)).toMatchObject({
      to_address: 'anna@example.test',
      values: { amountCents: 569, again: 'no', ending: '4242' },
    })
  })
})
