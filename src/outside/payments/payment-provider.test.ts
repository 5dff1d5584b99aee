import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#app/server/testing/test-database.ts'
import type { DB } from '#db/tables.ts'
import { createKysely } from '#kit/server/database.ts'
import type { CardError } from './card-error.ts'
import type { PaymentOrder, PaymentOutcome, PaymentProvider } from './payment-provider.ts'
import { createRedsysProvider } from './redsys.ts'
import { deliverReports } from './sandbox/deliver-reports.ts'
import { addMethod, authenticatePayment } from './sandbox/sandbox-store.ts'
import { checkCard } from './sandbox/test-cards.ts'
import { createSandboxPaymentProvider } from './sandbox.ts'
import { createStripeProvider } from './stripe.ts'
import { publicTestAccount, startRedsysStandIn } from './testing/redsys-stand-in.ts'
import { startStripeStandIn } from './testing/stripe-stand-in.ts'

type Report = { rawBody: string; headers: Record<string, unknown> }

/** A provider as the suite uses it: its own methods for cards of each result, and the holder at their bank. */
type Bench = {
  payments: PaymentProvider
  methodOf(card: keyof typeof cards): Promise<string>
  /**
   * Confirms the payment. Where holders type their card on a page of the provider, they do so, unless their bank is to
   * ask first.
   */
  charge(payment: { paymentId: string; attemptId: string }, card: keyof typeof cards): Promise<PaymentOutcome>
  authenticate(paymentId: string, isApproved: boolean): Promise<void> | void
  reports(): Promise<Report[]> | Report[]
  /** The report as forged by a third party without the secret. */
  forged(report: Report): Report
  chargedCents(): Promise<number[]> | number[]
  close(): Promise<void>
}

const cards = {
  good: { number: '4242424242424242', stripe: 'pm_card_visa', redsys: '4548812049400004' },
  declined: { number: '4000000000000002', stripe: 'pm_card_visa_chargeDeclined', redsys: '5576440022788500' },
  withoutMoney: {
    number: '4000000000009995',
    stripe: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    redsys: '4548810000000116',
  },
  lost: { number: '4000000000009987', stripe: 'pm_card_visa_chargeDeclinedLostCard', redsys: '4548810000000208' },
  stolen: { number: '4000000000009979', stripe: 'pm_card_visa_chargeDeclinedStolenCard', redsys: '4548810000000209' },
  expired: { number: '4000000000000069', stripe: 'pm_card_chargeDeclinedExpiredCard', redsys: '4548810000000101' },
  wrongCode: { number: '4000000000000127', stripe: 'pm_card_chargeDeclinedIncorrectCvc', redsys: '4548810000000129' },
  failing: { number: '4000000000000119', stripe: 'pm_card_chargeDeclinedProcessingError', redsys: '4548810000009912' },
  asking: { number: '4000002760003184', stripe: 'pm_card_authenticationRequired', redsys: '4918019199883839' },
}

const webhookSecret = 'whsec_test'
const now = new Date('2026-11-20T10:00:00Z')
const clock = () => now
const forged = (report: Report) => ({ ...report, rawBody: report.rawBody.replace('4569', '9999') })

async function sandboxBench(): Promise<Bench> {
  const database = await openTestDatabase()
  const db = createKysely<DB>(database.pool)
  const delivered: Report[] = []
  const payments = createSandboxPaymentProvider({ db, clock, webhookSecret })
  return {
    payments,
    forged,
    charge: (payment) => payments.confirm(payment),
    methodOf(card) {
      const judged = checkCard({ number: cards[card].number, exp_month: '12', exp_year: '34', cvc: '123' }, now)
      if ('refusal' in judged) throw new Error(judged.refusal.code)
      return addMethod(db, { ...judged, now })
    },
    async authenticate(paymentId, isApproved) {
      await authenticatePayment(db, { paymentId, isApproved, now })
    },
    async reports() {
      const post = async (_: unknown, { body, headers }: RequestInit) => {
        delivered.push({ rawBody: body as string, headers: headers as Record<string, string> })
        return new Response()
      }
      const deliveryDeps = {
        db,
        clock,
        webhookSecret,
        address: () => 'http://portal.invalid',
        post: post as typeof fetch,
      }
      while (await deliverReports(deliveryDeps));
      return delivered
    },
    async chargedCents() {
      const rows = await db.selectFrom('sandbox_payment').where('status', '=', 'succeeded').selectAll().execute()
      return rows.map(({ amount_cents }) => amount_cents)
    },
    close: () => database.close(),
  }
}

async function stripeBench(): Promise<Bench> {
  const secretKey = 'sk_test_1'
  const standIn = await startStripeStandIn({ secretKey, webhookSecret, now: clock })
  const payments = createStripeProvider({
    secretKey,
    publishableKey: 'pk_test_1',
    webhookSecret,
    apiAddress: standIn.address,
  })
  return {
    payments,
    forged,
    charge: (payment) => payments.confirm(payment),
    methodOf: async (card) => cards[card].stripe,
    ...standIn,
  }
}

async function redsysBench(): Promise<Bench> {
  const [database, standIn] = await Promise.all([openTestDatabase(), startRedsysStandIn()])
  const payments = createRedsysProvider({
    ...publicTestAccount,
    address: standIn.address,
    db: createKysely<DB>(database.pool),
    clock,
    reportAddress: `${standIn.address}/nobody`,
  })
  async function visit(paymentId: string, does: Parameters<typeof standIn.visit>[1]) {
    const form = await payments.createForm!(paymentId, {
      locale: 'es',
      paidAddress: 'http://portal.invalid/',
      unpaidAddress: '',
    })
    // An order that was accepted is not accepted again.
    if (form) await standIn.visit(form, does).catch(({ message }) => expect(message).toBe('SIS0051'))
  }
  return {
    ...standIn,
    payments,
    forged(report) {
      const fields = new URLSearchParams(report.rawBody)
      const merchantParameters = JSON.parse(Buffer.from(fields.get('Ds_MerchantParameters')!, 'base64').toString())
      const other = Buffer.from(JSON.stringify({ ...merchantParameters, Ds_Amount: '9999' })).toString('base64url')
      fields.set('Ds_MerchantParameters', other)
      return { ...report, rawBody: fields.toString() }
    },
    methodOf: async () => 'page',
    async charge(payment, card) {
      const outcome = await payments.confirm(payment)
      if (card === 'asking') return outcome
      await visit(payment.paymentId, { card: cards[card].redsys })
      return payments.lookUp(payment.paymentId)
    },
    authenticate: (paymentId, isApproved) => visit(paymentId, { card: cards.asking.redsys, isApproved }),
    async close() {
      await Promise.all([database.close(), standIn.close()])
    },
  }
}

describe.each([
  ['the sandbox', sandboxBench, 'fields'],
  ['Stripe', stripeBench, 'fields'],
  ['Redsys', redsysBench, 'a page'],
] as const)('%s', (_, makeBench, asksIn) => {
  let bench: Bench
  let payments: PaymentProvider
  let chargedBefore: number

  beforeAll(async () => {
    bench = await makeBench()
    payments = bench.payments
  })
  afterAll(() => bench.close())
  beforeEach(async () => {
    chargedBefore = (await bench.chargedCents()).length
  })

  async function order(card: keyof typeof cards): Promise<PaymentOrder> {
    const methodId = await bench.methodOf(card)
    return { attemptId: randomUUID(), customerId: 7, amountCents: 4569, methodId, description: 'FE26/157374' }
  }

  async function prepared(given: PaymentOrder): Promise<{ paymentId: string; attemptId: string }> {
    const answer = await payments.prepare(given)
    if (answer.kind !== 'prepared') throw new Error(answer.kind)
    return { paymentId: answer.paymentId, attemptId: given.attemptId }
  }

  async function charged(): Promise<number[]> {
    return (await bench.chargedCents()).slice(chargedBefore)
  }

  test('charges a valid card on confirmation and not before', async () => {
    const payment = await prepared(await order('good'))
    const { kind } = await payments.lookUp(payment.paymentId)
    expect(kind).toBe(asksIn === 'a page' ? 'requires_action' : 'pending')
    expect(await charged()).toEqual([])
    expect(await bench.charge(payment, 'good')).toEqual({ kind: 'succeeded', amountCents: 4569 })
    expect(await payments.lookUp(payment.paymentId)).toEqual({ kind: 'succeeded', amountCents: 4569 })
    expect(await charged()).toEqual([4569])
  })

  test.runIf(asksIn === 'fields')('returns the last digits of the card for the receipt', async () => {
    expect(await payments.prepare(await order('good'))).toMatchObject({ cardLast4: '4242' })
  })

  test('treats an attempt as one payment and charges it once, however often it is sent', async () => {
    const given = await order('good')
    const payment = await prepared(given)
    expect(await prepared(given)).toEqual(payment)
    await bench.charge(payment, 'good')
    expect(await bench.charge(payment, 'good')).toEqual({ kind: 'succeeded', amountCents: 4569 })
    expect(await charged()).toEqual([4569])
  })

  test('throws when an attempt is repeated with another amount, which only a bug can cause', async () => {
    const given = await order('good')
    await prepared(given)
    await expect(payments.prepare({ ...given, amountCents: 1 })).rejects.toThrow()
  })

  test.each<[keyof typeof cards, CardError]>([
    ['declined', 'card_declined'],
    ['withoutMoney', 'card_declined'],
    ['lost', 'card_declined'],
    ['stolen', 'card_declined'],
    ['expired', 'expired_card'],
    ['wrongCode', 'incorrect_cvc'],
    ['failing', 'processing_error'],
  ])('explains why a card that is %s is not charged: %s', async (card, error) => {
    const payment = await prepared(await order(card))
    expect(await bench.charge(payment, card)).toEqual({ kind: 'declined', error })
    expect(await payments.lookUp(payment.paymentId)).toEqual({ kind: 'declined', error })
    expect(await charged()).toEqual([])
  })

  test.runIf(asksIn === 'fields')('reports that a method does not exist', async () => {
    const answer = await payments.prepare({ ...(await order('good')), methodId: 'nothing' })
    expect(answer).toEqual({ kind: 'declined', error: 'missing' })
  })

  describe('with a card that requires authentication', () => {
    async function startAuthentication() {
      const payment = await prepared(await order('asking'))
      const outcome = await bench.charge(payment, 'asking')
      expect(outcome).toEqual({ kind: 'requires_action', clientSecret: expect.stringMatching(/\w{10}/) })
      return payment
    }

    test('charges once the holder approves', async () => {
      const { paymentId } = await startAuthentication()
      expect(await charged()).toEqual([])
      await bench.authenticate(paymentId, true)
      expect(await payments.lookUp(paymentId)).toEqual({ kind: 'succeeded', amountCents: 4569 })
      expect(await charged()).toEqual([4569])
    })

    test('charges nothing when the holder declines', async () => {
      const { paymentId } = await startAuthentication()
      await bench.authenticate(paymentId, false)
      expect(await payments.lookUp(paymentId)).toEqual({ kind: 'declined', error: 'payment_intent_unexpected_state' })
      expect(await charged()).toEqual([])
    })

    test('charges nothing for an approval after the payment was withdrawn', async () => {
      const { paymentId } = await startAuthentication()
      expect(await payments.withdraw(paymentId)).toMatchObject({ kind: 'declined' })
      await bench.authenticate(paymentId, true)
      expect(await payments.lookUp(paymentId)).toMatchObject({ kind: 'declined' })
      expect(await charged()).toEqual([])
    })
  })

  test('does not charge a payment that was withdrawn before it was confirmed', async () => {
    const payment = await prepared(await order('good'))
    expect(await payments.withdraw(payment.paymentId)).toMatchObject({ kind: 'declined' })
    expect(await payments.confirm(payment)).toMatchObject({ kind: 'declined' })
    expect(await charged()).toEqual([])
  })

  test('reports an unknown payment as not charged', async () => {
    expect(await payments.lookUp('0000nothing0')).toMatchObject({ kind: 'missing' })
    expect(await payments.withdraw('0000nothing0')).toMatchObject({ kind: 'missing' })
    expect(await payments.confirm({ paymentId: '0000nothing0', attemptId: randomUUID() })).toMatchObject({
      kind: 'missing',
    })
  })

  test('reports that the money has moved when a withdrawal comes too late', async () => {
    const payment = await prepared(await order('good'))
    await bench.charge(payment, 'good')
    expect(await payments.withdraw(payment.paymentId)).toEqual({ kind: 'succeeded', amountCents: 4569 })
  })

  describe('a refund', () => {
    const back = (paymentId: string, amountCents: number, refundId: string = randomUUID()) =>
      payments.refund({ paymentId, amountCents, refundId })

    test('returns up to the charged amount and no more', async () => {
      const payment = await prepared(await order('good'))
      await bench.charge(payment, 'good')
      expect(await back(payment.paymentId, 4000)).toMatchObject({ kind: 'made' })
      expect(await back(payment.paymentId, 570)).toMatchObject({ kind: 'refused' })
      expect(await back(payment.paymentId, 569)).toMatchObject({ kind: 'made' })
    })

    test('is refused where nothing was charged', async () => {
      const payment = await prepared(await order('declined'))
      await bench.charge(payment, 'declined')
      expect(await back(payment.paymentId, 1)).toMatchObject({ kind: 'refused' })
    })

    test.runIf(asksIn === 'fields')('is made once, however often it is requested', async () => {
      const payment = await prepared(await order('good'))
      await bench.charge(payment, 'good')
      const refundId = randomUUID()
      expect(await back(payment.paymentId, 4000, refundId)).toMatchObject({ kind: 'made' })
      expect(await back(payment.paymentId, 4000, refundId)).toMatchObject({ kind: 'made' })
      expect(await back(payment.paymentId, 569)).toMatchObject({ kind: 'made' })
    })
  })

  test('is reported with its amount and its id', async () => {
    const payment = await prepared(await order('good'))
    await bench.charge(payment, 'good')
    const refundId = randomUUID()
    const made = await payments.refund({ paymentId: payment.paymentId, amountCents: 569, refundId })
    const payloads = (await bench.reports()).map((report) => payments.verifyReport({ ...report, now })!.payload)
    const reports = payloads
      .map((payload) => payments.readReport(payload))
      .filter((report) => report && 'refund' in report)
    expect(reports).toContainEqual({
      paymentId: payment.paymentId,
      refund: {
        kind: 'made',
        refundId,
        providerRefund: (made as { providerRefund: string }).providerRefund,
        amountCents: 569,
        currency: 'EUR',
      },
    })
  })

  describe('reports the outcome of a payment', () => {
    async function reportOf(card: keyof typeof cards) {
      const payment = await prepared(await order(card))
      await bench.charge(payment, card)
      const verified = (await bench.reports())
        .map((report) => ({ report, verified: payments.verifyReport({ ...report, now }) }))
        .find(({ verified }) => JSON.stringify(verified?.payload).includes(payment.attemptId))!
      return { ...payment, ...verified }
    }

    test('that it has succeeded', async () => {
      const { attemptId, paymentId, verified } = await reportOf('good')
      expect(payments.readReport(verified!.payload)).toEqual({
        attemptId,
        paymentId,
        amountCents: 4569,
        currency: 'EUR',
        customerId: 7,
        outcome: { kind: 'succeeded', amountCents: 4569, ...(asksIn === 'a page' && { cardLast4: '0004' }) },
      })
    })

    test('that it was declined, and why', async () => {
      const { attemptId, paymentId, verified } = await reportOf('expired')
      const outcome = { kind: 'declined', error: 'expired_card' }
      expect(payments.readReport(verified!.payload)).toEqual({
        ...{ attemptId, paymentId, amountCents: 4569, currency: 'EUR' },
        ...{ customerId: 7, outcome },
      })
    })

    test('with a signature that cannot be forged', async () => {
      const { report, verified } = await reportOf('good')
      expect(verified).not.toBeNull()
      expect(payments.verifyReport({ ...bench.forged(report), now })).toBeNull()
      expect(payments.verifyReport({ rawBody: '{}', headers: {}, now })).toBeNull()
    })

    test('as one event, however often it is sent', async () => {
      const { report, verified } = await reportOf('good')
      expect(payments.verifyReport({ ...report, now })!.eventId).toBe(verified!.eventId)
    })

    test.runIf(asksIn === 'fields')('with a signature that cannot be replayed later', async () => {
      const { report } = await reportOf('good')
      const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
      expect(payments.verifyReport({ ...report, headers: {}, now })).toBeNull()
      expect(payments.verifyReport({ ...report, now: later(299) })).not.toBeNull()
      expect(payments.verifyReport({ ...report, now: later(301) })).toBeNull()
    })
  })
})
