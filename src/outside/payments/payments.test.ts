import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#app/server/testing/test-database.ts'
import type { DB } from '#db/tables.ts'
import { queries } from '#kit/server/database.ts'
import type { CardError } from './card-error.ts'
import type { Order, Payments } from './payments.ts'
import { addMethod, authenticatePayment } from './sandbox/books.ts'
import { deliverReports } from './sandbox/deliveries.ts'
import { judgeCard } from './sandbox/test-cards.ts'
import { createSandboxPayments } from './sandbox.ts'
import { createStripePayments } from './stripe.ts'
import { startStripeStandIn } from './testing/stripe-stand-in.ts'

type Report = { rawBody: string; headers: Record<string, unknown> }

/** A provider as the suite needs it: its own methods for cards of each fate, and the holder at their bank. */
type Bench = {
  payments: Payments
  methodOf(card: keyof typeof cards): Promise<string>
  authenticate(paymentId: string, isApproved: boolean): Promise<void> | void
  reports(): Promise<Report[]> | Report[]
  chargedCents(): Promise<number[]> | number[]
  close(): Promise<void>
}

const cards = {
  good: { number: '4242424242424242', stripe: 'pm_card_visa' },
  declined: { number: '4000000000000002', stripe: 'pm_card_visa_chargeDeclined' },
  withoutMoney: { number: '4000000000009995', stripe: 'pm_card_visa_chargeDeclinedInsufficientFunds' },
  lost: { number: '4000000000009987', stripe: 'pm_card_visa_chargeDeclinedLostCard' },
  stolen: { number: '4000000000009979', stripe: 'pm_card_visa_chargeDeclinedStolenCard' },
  expired: { number: '4000000000000069', stripe: 'pm_card_chargeDeclinedExpiredCard' },
  wrongCode: { number: '4000000000000127', stripe: 'pm_card_chargeDeclinedIncorrectCvc' },
  failing: { number: '4000000000000119', stripe: 'pm_card_chargeDeclinedProcessingError' },
  asking: { number: '4000002760003184', stripe: 'pm_card_authenticationRequired' },
}

const webhookSecret = 'whsec_test'
const now = new Date('2026-11-20T10:00:00Z')
const clock = () => now

async function sandboxBench(): Promise<Bench> {
  const database = await testDatabase()
  const db = queries<DB>(database.pool)
  const delivered: Report[] = []
  return {
    payments: createSandboxPayments({ db, clock, webhookSecret }),
    methodOf(card) {
      const judged = judgeCard({ number: cards[card].number, exp_month: '12', exp_year: '34', cvc: '123' }, now)
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
      const needs = { db, clock, webhookSecret, address: () => 'http://portal.invalid', post: post as typeof fetch }
      await deliverReports(needs)
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
  return {
    payments: createStripePayments({
      secretKey,
      publishableKey: 'pk_test_1',
      webhookSecret,
      apiAddress: standIn.address,
    }),
    methodOf: async (card) => cards[card].stripe,
    ...standIn,
  }
}

describe.each([
  ['the sandbox', sandboxBench],
  ['Stripe', stripeBench],
])('%s', (_, makeBench) => {
  let bench: Bench
  let payments: Payments
  let chargedBefore: number

  beforeAll(async () => {
    bench = await makeBench()
    payments = bench.payments
  })
  afterAll(() => bench.close())
  beforeEach(async () => {
    chargedBefore = (await bench.chargedCents()).length
  })

  async function order(card: keyof typeof cards): Promise<Order> {
    const methodId = await bench.methodOf(card)
    return { attemptId: randomUUID(), customerId: 7, amountCents: 4569, methodId, description: 'FE26/157374' }
  }

  async function prepared(given: Order): Promise<{ paymentId: string; attemptId: string }> {
    const answer = await payments.prepare(given)
    if (answer.kind !== 'prepared') throw new Error(answer.kind)
    return { paymentId: answer.paymentId, attemptId: given.attemptId }
  }

  async function charged(): Promise<number[]> {
    return (await bench.chargedCents()).slice(chargedBefore)
  }

  test('charges a good card when it is asked to, and not before', async () => {
    const payment = await prepared(await order('good'))
    expect(await payments.lookUp(payment.paymentId)).toEqual({ kind: 'pending' })
    expect(await charged()).toEqual([])
    expect(await payments.confirm(payment)).toEqual({ kind: 'succeeded', amountCents: 4569 })
    expect(await payments.lookUp(payment.paymentId)).toEqual({ kind: 'succeeded', amountCents: 4569 })
    expect(await charged()).toEqual([4569])
  })

  test('tells the last digits of the card, for the receipt', async () => {
    expect(await payments.prepare(await order('good'))).toMatchObject({ cardLast4: '4242' })
  })

  test('knows one attempt as one payment, and charges it once, however often it is told', async () => {
    const given = await order('good')
    const payment = await prepared(given)
    expect(await prepared(given)).toEqual(payment)
    await payments.confirm(payment)
    expect(await payments.confirm(payment)).toEqual({ kind: 'succeeded', amountCents: 4569 })
    expect(await charged()).toEqual([4569])
  })

  test('throws when an attempt comes back with another amount, which only a fault of ours can do', async () => {
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
    expect(await payments.confirm(payment)).toEqual({ kind: 'declined', error })
    expect(await payments.lookUp(payment.paymentId)).toEqual({ kind: 'declined', error })
    expect(await charged()).toEqual([])
  })

  test('says when there is no such method', async () => {
    const answer = await payments.prepare({ ...(await order('good')), methodId: 'nothing' })
    expect(answer).toEqual({ kind: 'declined', error: 'missing' })
  })

  describe('with a card whose bank asks', () => {
    async function asked() {
      const payment = await prepared(await order('asking'))
      const outcome = await payments.confirm(payment)
      expect(outcome).toEqual({ kind: 'requires_action', clientSecret: expect.stringMatching(/\w{10}/) })
      return payment
    }

    test('charges once the holder approves', async () => {
      const { paymentId } = await asked()
      expect(await charged()).toEqual([])
      await bench.authenticate(paymentId, true)
      expect(await payments.lookUp(paymentId)).toEqual({ kind: 'succeeded', amountCents: 4569 })
      expect(await charged()).toEqual([4569])
    })

    test('charges nothing when the holder does not', async () => {
      const { paymentId } = await asked()
      await bench.authenticate(paymentId, false)
      expect(await payments.lookUp(paymentId)).toEqual({ kind: 'declined', error: 'payment_intent_unexpected_state' })
      expect(await charged()).toEqual([])
    })

    test('charges nothing for an approval that comes after the payment was withdrawn', async () => {
      const { paymentId } = await asked()
      expect(await payments.withdraw(paymentId)).toMatchObject({ kind: 'declined' })
      await bench.authenticate(paymentId, true)
      expect(await payments.lookUp(paymentId)).toMatchObject({ kind: 'declined' })
      expect(await charged()).toEqual([])
    })
  })

  test('does not charge what was withdrawn before it was asked for', async () => {
    const payment = await prepared(await order('good'))
    expect(await payments.withdraw(payment.paymentId)).toMatchObject({ kind: 'declined' })
    expect(await payments.confirm(payment)).toMatchObject({ kind: 'declined' })
    expect(await charged()).toEqual([])
  })

  test('tells who withdraws too late that the money has moved', async () => {
    const payment = await prepared(await order('good'))
    await payments.confirm(payment)
    expect(await payments.withdraw(payment.paymentId)).toEqual({ kind: 'succeeded', amountCents: 4569 })
  })

  describe('reports what became of a payment', () => {
    async function reportOf(card: keyof typeof cards) {
      const payment = await prepared(await order(card))
      await payments.confirm(payment)
      const report = (await bench.reports()).find(({ rawBody }) => rawBody.includes(payment.attemptId))!
      return { ...payment, report, verified: payments.verifyReport({ ...report, now }) }
    }

    test('that it has succeeded', async () => {
      const { attemptId, verified } = await reportOf('good')
      expect(payments.readReport(verified!.payload)).toEqual({
        attemptId,
        customerId: 7,
        outcome: { kind: 'succeeded', amountCents: 4569 },
      })
    })

    test('that it was declined, and why', async () => {
      const { attemptId, verified } = await reportOf('expired')
      const outcome = { kind: 'declined', error: 'expired_card' }
      expect(payments.readReport(verified!.payload)).toEqual({ attemptId, customerId: 7, outcome })
    })

    test('in a way that nobody else could have, and that cannot be replayed later', async () => {
      const { report, verified } = await reportOf('good')
      const changed = { ...report, rawBody: report.rawBody.replace('4569', '9999') }
      const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
      expect(verified).not.toBeNull()
      expect(payments.verifyReport({ ...changed, now })).toBeNull()
      expect(payments.verifyReport({ ...report, headers: {}, now })).toBeNull()
      expect(payments.verifyReport({ ...report, now: later(299) })).not.toBeNull()
      expect(payments.verifyReport({ ...report, now: later(301) })).toBeNull()
    })
  })
})
