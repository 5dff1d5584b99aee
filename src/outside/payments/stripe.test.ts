import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentOutcome, PaymentProvider } from './payment-provider.ts'
import { UnreadableReportError } from './report-schemas.ts'
import { outcomeOf } from './stripe/outcome.ts'
import { createStripeProvider } from './stripe.ts'
import { type StripeStandIn, startStripeStandIn } from './testing/stripe-stand-in.ts'

const secretKey = 'sk_test_1'
const webhookSecret = 'whsec_test'
let standIn: StripeStandIn

beforeAll(async () => {
  standIn = await startStripeStandIn({ secretKey, webhookSecret, now: () => new Date() })
})
afterAll(() => standIn.close())

function stripe(key = secretKey) {
  return createStripeProvider({ secretKey: key, publishableKey: 'pk', webhookSecret, apiAddress: standIn.address })
}

async function prepared() {
  const attemptId = randomUUID()
  const order = { attemptId, customerId: 7, amountCents: 4569, methodId: 'pm_card_visa', description: 'FE26/1' }
  const answer = await stripe().prepare(order)
  if (answer.kind !== 'prepared') throw new Error(answer.kind)
  return { order, attemptId, paymentId: answer.paymentId }
}

// The client retries by itself when its connection is closed, with the same idempotency key.
const twice = 2

const intent = { amount_received: 0, client_secret: 'secret', last_payment_error: null }
const refused = { code: 'card_declined', decline_code: 'insufficient_funds' } as never

test.each<[string, Parameters<typeof outcomeOf>[0], PaymentOutcome]>([
  ['paid', { ...intent, status: 'succeeded', amount_received: 4569 }, { kind: 'succeeded', amountCents: 4569 }],
  [
    'awaiting the bank’s approval',
    { ...intent, status: 'requires_action' },
    { kind: 'requires_action', clientSecret: 'secret' },
  ],
  ['not requested yet', { ...intent, status: 'requires_confirmation' }, { kind: 'pending' }],
  ['being processed by the bank', { ...intent, status: 'processing' }, { kind: 'pending' }],
  [
    'refused',
    { ...intent, status: 'requires_payment_method', last_payment_error: refused },
    { kind: 'declined', error: 'card_declined' },
  ],
  [
    'never attempted',
    { ...intent, status: 'requires_payment_method' },
    { kind: 'declined', error: 'payment_intent_unexpected_state' },
  ],
  ['withdrawn', { ...intent, status: 'canceled' }, { kind: 'declined', error: 'payment_intent_unexpected_state' }],
])('a payment that is %s', (_, given, expected) => {
  expect(outcomeOf(given)).toEqual(expected)
})

test('treats a lost answer as unknown until the payment is looked up', async () => {
  const payment = await prepared()
  standIn.failNext('lost_answer', twice)
  expect(await stripe().confirm(payment)).toMatchObject({ kind: 'unknown' })
  expect(await stripe().lookUp(payment.paymentId)).toEqual({ kind: 'succeeded', amountCents: 4569 })
})

test('does not create another payment after the answer to a preparation was lost', async () => {
  const { order, paymentId } = await prepared()
  standIn.failNext('lost_answer', twice)
  expect(await stripe().prepare(order)).toMatchObject({ kind: 'unavailable' })
  expect(await stripe().prepare(order)).toMatchObject({ paymentId })
})

type Question = 'prepare' | 'confirm' | 'lookUp' | 'withdraw' | 'refund'
const questions: Question[] = ['prepare', 'confirm', 'lookUp', 'withdraw', 'refund']
const invalid = { type: 'invalid_request_error' }
const missing = { ...invalid, code: 'resource_missing' }

/** Returns the outcome of a call to Stripe that hits a fault; a decline as its error. */
async function askMeeting(question: Question, meet: () => PaymentProvider): Promise<string> {
  const { order, ...payment } = await prepared()
  const payments = meet()
  const operations = {
    prepare: () => payments.prepare({ ...order, attemptId: randomUUID() }),
    confirm: () => payments.confirm(payment),
    lookUp: () => payments.lookUp(payment.paymentId),
    withdraw: () => payments.withdraw(payment.paymentId),
    refund: () => payments.refund({ refundId: randomUUID(), paymentId: payment.paymentId, amountCents: 1 }),
  }
  const answer = await operations[question]()
  return answer.kind === 'declined' ? answer.error : answer.kind
}

// The outcomes in the order of `questions`. Where money may have moved without our knowledge, the outcome asserts
// nothing about it.
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
])('%s, with no server at the address, is %s', async (question, outcome) => {
  const away = { secretKey, publishableKey: 'pk', webhookSecret, apiAddress: 'http://127.0.0.1:1' }
  expect(await askMeeting(question, () => createStripeProvider(away))).toBe(outcome)
})

test('asks for the card again when Stripe no longer knows it', async () => {
  const met = await askMeeting('prepare', () => {
    standIn.failNext({ status: 400, body: { error: { ...missing, param: 'payment_method' } } })
    return stripe()
  })
  expect(met).toBe('missing')
})

test('reports errors as codes, never as messages, with the id by which Stripe finds the request', async () => {
  const { paymentId } = await prepared()
  const problem = { failure: 'access', status: 401, type: 'invalid_request_error', code: null }
  expect(await stripe('sk_wrong').lookUp(paymentId)).toEqual({
    kind: 'unknown',
    problem: { ...problem, providerRequestId: null },
  })
})

test('ignores an event about something other than our payments', async () => {
  const foreign = { type: 'payment_intent.succeeded', data: { object: { status: 'succeeded', metadata: {} } } }
  expect(stripe().readReport(foreign)).toBeNull()
  expect(stripe().readReport({ type: 'charge.refunded', data: { object: { metadata: {} } } })).toBeNull()
  const refund = { id: 're_1', status: 'succeeded', amount: 1, currency: 'eur', payment_intent: null }
  expect(stripe().readReport({ type: 'refund.created', data: { object: refund } })).toBeNull()
})

describe('an event about one of our payments', () => {
  const metadata = { attempt_id: randomUUID(), customer_id: '7' }
  const reported = { id: 'pi_1', status: 'succeeded', amount: 4569, amount_received: 4569, currency: 'eur', metadata }
  const read = (object: object) => stripe().readReport({ type: 'payment_intent.succeeded', data: { object } })

  test('contains the data to match it by', () => {
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
    ['an attempt id that is not a UUID', { metadata: { ...metadata, attempt_id: 'x' } }],
    ['an attempt id as list', { metadata: { ...metadata, attempt_id: ['x'] } }],
    ['an attempt id with a NUL character', { metadata: { ...metadata, attempt_id: `${metadata.attempt_id}\0` } }],
    ['no attempt id', { metadata: { customer_id: '7' } }],
    ['no customer id', { metadata: { attempt_id: metadata.attempt_id } }],
    ['a customer id out of range', { metadata: { ...metadata, customer_id: '9999999999999999' } }],
    ['a customer id that is not a number', { metadata: { ...metadata, customer_id: '7; drop' } }],
    ['an invalid amount', { amount: 'much' }],
    ['a fractional amount', { amount: 0.5 }],
    ['an amount out of range', { amount: 2 ** 40 }],
    ['no currency', { currency: undefined }],
    ['an unknown state', { status: 'maybe' }],
    ['an id that is too long', { id: 'p'.repeat(300) }],
  ])('with %s cannot be parsed', (_, change) => {
    expect(() => read({ ...reported, ...change })).toThrow(UnreadableReportError)
  })
})
