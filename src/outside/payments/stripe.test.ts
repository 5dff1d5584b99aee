import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Outcome, Payments } from './payments.ts'
import { UnreadableReport } from './reported.ts'
import { outcomeOf } from './stripe/outcome.ts'
import { createStripePayments } from './stripe.ts'
import { type StripeStandIn, startStripeStandIn } from './testing/stripe-stand-in.ts'

const secretKey = 'sk_test_1'
const webhookSecret = 'whsec_test'
let standIn: StripeStandIn

beforeAll(async () => {
  standIn = await startStripeStandIn({ secretKey, webhookSecret, now: () => new Date() })
})
afterAll(() => standIn.close())

function stripe(key = secretKey) {
  return createStripePayments({ secretKey: key, publishableKey: 'pk', webhookSecret, apiAddress: standIn.address })
}

async function prepared() {
  const attemptId = randomUUID()
  const order = { attemptId, customerId: 7, amountCents: 4569, methodId: 'pm_card_visa', description: 'FE26/1' }
  const answer = await stripe().prepare(order)
  if (answer.kind !== 'prepared') throw new Error(answer.kind)
  return { order, attemptId, paymentId: answer.paymentId }
}

// The client asks again by itself when a connection is closed on it, under the same idempotency key.
const twice = 2

const intent = { amount_received: 0, client_secret: 'secret', last_payment_error: null }
const refused = { code: 'card_declined', decline_code: 'insufficient_funds' } as never

test.each<[string, Parameters<typeof outcomeOf>[0], Outcome]>([
  ['paid', { ...intent, status: 'succeeded', amount_received: 4569 }, { kind: 'succeeded', amountCents: 4569 }],
  ['the bank asks', { ...intent, status: 'requires_action' }, { kind: 'requires_action', clientSecret: 'secret' }],
  ['not asked for yet', { ...intent, status: 'requires_confirmation' }, { kind: 'pending' }],
  ['the bank takes its time', { ...intent, status: 'processing' }, { kind: 'pending' }],
  [
    'refused',
    { ...intent, status: 'requires_payment_method', last_payment_error: refused },
    { kind: 'declined', error: 'card_declined' },
  ],
  [
    'never tried',
    { ...intent, status: 'requires_payment_method' },
    { kind: 'declined', error: 'payment_intent_unexpected_state' },
  ],
  ['withdrawn', { ...intent, status: 'canceled' }, { kind: 'declined', error: 'payment_intent_unexpected_state' }],
])('a payment that is %s', (_, given, expected) => {
  expect(outcomeOf(given)).toEqual(expected)
})

test('a lost answer leaves open what happened, and asking about the payment tells', async () => {
  const payment = await prepared()
  standIn.failNext('lost_answer', twice)
  expect(await stripe().confirm(payment)).toMatchObject({ kind: 'unknown' })
  expect(await stripe().lookUp(payment.paymentId)).toEqual({ kind: 'succeeded', amountCents: 4569 })
})

test('an answer that was lost while a payment was made known does not make another one', async () => {
  const { order, paymentId } = await prepared()
  standIn.failNext('lost_answer', twice)
  expect(await stripe().prepare(order)).toMatchObject({ kind: 'unavailable' })
  expect(await stripe().prepare(order)).toMatchObject({ paymentId })
})

type Question = 'prepare' | 'confirm' | 'lookUp' | 'withdraw' | 'refund'
const questions: Question[] = ['prepare', 'confirm', 'lookUp', 'withdraw', 'refund']
const invalid = { type: 'invalid_request_error' }
const missing = { ...invalid, code: 'resource_missing' }

/** What a question to Stripe comes to when it meets a fault; a decline by its error. */
async function askMeeting(question: Question, meet: () => Payments): Promise<string> {
  const { order, ...payment } = await prepared()
  const payments = meet()
  const asked = {
    prepare: () => payments.prepare({ ...order, attemptId: randomUUID() }),
    confirm: () => payments.confirm(payment),
    lookUp: () => payments.lookUp(payment.paymentId),
    withdraw: () => payments.withdraw(payment.paymentId),
    refund: () => payments.refund({ refundId: randomUUID(), paymentId: payment.paymentId, amountCents: 1 }),
  }
  const answer = await asked[question]()
  return answer.kind === 'declined' ? answer.error : answer.kind
}

// The outcomes in the order of `questions`. Where money may have moved without our hearing of it, nothing is said of it.
const answers: [what: string, status: number, error: object, outcomes: string, why: string][] = [
  ['a wrong key', 401, invalid, 'unavailable unavailable unknown unknown unknown', 'nothing was done, ours to mend'],
  ['a key that may not', 403, invalid, 'unavailable unavailable unknown unknown unknown', 'nothing was done'],
  ['a wrong question', 400, invalid, 'unavailable unavailable unknown unknown refused', 'nothing was done'],
  ['no such payment', 404, missing, 'unavailable missing missing missing refused', 'it was never charged'],
  ['no page', 404, {}, 'unavailable unavailable unknown unknown refused', 'not Stripe says so, but what is between'],
  ['no such question', 400, { type: 'idempotency_error' }, '- unknown unknown unknown unknown', 'a fault of ours'],
  ['the same under way', 409, invalid, 'unavailable unknown unknown unknown unknown', 'its answer is not known yet'],
  ['somebody else at it', 429, invalid, 'rate_limit unknown unknown unknown unknown', 'what they do is not known'],
  ['a fault of theirs', 500, {}, 'unavailable unknown unknown unknown unknown', 'it may have been done'],
  ['out of service', 503, {}, 'unavailable unknown unknown unknown unknown', 'it may have been done'],
]
const cells = answers.flatMap(([what, status, error, outcomes, why]) =>
  outcomes.split(' ').flatMap((outcome, index) => {
    const question = questions[index]!
    return outcome === '-' ? [] : [{ question, what, status, error, outcome, why }]
  }),
)

test.each(cells)('$question, answered with $what ($status), is $outcome: $why', async (cell) => {
  const { question, status, error, outcome } = cell
  const met = await askMeeting(question, () => {
    standIn.failNext({ status, body: { error } })
    return stripe()
  })
  expect(met).toBe(outcome)
})

test.each<[Question, string]>([
  ['prepare', 'unavailable'],
  ['confirm', 'unknown'],
  ['lookUp', 'unknown'],
  ['withdraw', 'unknown'],
  ['refund', 'unknown'],
])('%s, to an address where nobody listens, is %s', async (question, outcome) => {
  const away = { secretKey, publishableKey: 'pk', webhookSecret, apiAddress: 'http://127.0.0.1:1' }
  expect(await askMeeting(question, () => createStripePayments(away))).toBe(outcome)
})

test('a card that Stripe no longer knows is to be typed again', async () => {
  const met = await askMeeting('prepare', () => {
    standIn.failNext({ status: 400, body: { error: { ...missing, param: 'payment_method' } } })
    return stripe()
  })
  expect(met).toBe('missing')
})

test('what was answered is told in codes, never in words, with the id by which Stripe finds it', async () => {
  const { paymentId } = await prepared()
  const problem = { failure: 'access', status: 401, type: 'invalid_request_error', code: null }
  expect(await stripe('sk_wrong').lookUp(paymentId)).toEqual({
    kind: 'unknown',
    problem: { ...problem, providerRequestId: null },
  })
})

test('an event about something else than our payments is none of ours', async () => {
  const foreign = { type: 'payment_intent.succeeded', data: { object: { status: 'succeeded', metadata: {} } } }
  expect(stripe().readReport(foreign)).toBeNull()
  expect(stripe().readReport({ type: 'charge.refunded', data: { object: { metadata: {} } } })).toBeNull()
  const refund = { id: 're_1', status: 'succeeded', amount: 1, currency: 'eur', payment_intent: null }
  expect(stripe().readReport({ type: 'refund.created', data: { object: refund } })).toBeNull()
})

describe('an event about a payment of ours', () => {
  const metadata = { attempt_id: randomUUID(), customer_id: '7' }
  const reported = { id: 'pi_1', status: 'succeeded', amount: 4569, amount_received: 4569, currency: 'eur', metadata }
  const read = (object: object) => stripe().readReport({ type: 'payment_intent.succeeded', data: { object } })

  test('tells what it is matched by', () => {
    const matched = {
      attemptId: metadata.attempt_id,
      customerId: 7,
      paymentId: 'pi_1',
      amountCents: 4569,
      currency: 'EUR',
    }
    expect(read(reported)).toMatchObject(matched)
  })

  test.each<[string, object]>([
    ['an attempt that is no UUID', { metadata: { ...metadata, attempt_id: 'x' } }],
    ['an attempt that is a list', { metadata: { ...metadata, attempt_id: ['x'] } }],
    ['an attempt with a zero character', { metadata: { ...metadata, attempt_id: `${metadata.attempt_id}\0` } }],
    ['no attempt', { metadata: { customer_id: '7' } }],
    ['no holder', { metadata: { attempt_id: metadata.attempt_id } }],
    ['a holder beyond all integers', { metadata: { ...metadata, customer_id: '99999999999' } }],
    ['a holder that is no number', { metadata: { ...metadata, customer_id: '7; drop' } }],
    ['an amount that is none', { amount: 'much' }],
    ['a broken amount', { amount: 0.5 }],
    ['an amount beyond all integers', { amount: 2 ** 40 }],
    ['no currency', { currency: undefined }],
    ['a state that nobody knows', { status: 'maybe' }],
    ['an id as long as a letter', { id: 'p'.repeat(300) }],
  ])('with %s cannot be read', (_, change) => {
    expect(() => read({ ...reported, ...change })).toThrow(UnreadableReport)
  })
})
