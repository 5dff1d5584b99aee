import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outcome } from './payments.ts'
import { createStripePayments, outcomeOf } from './stripe.ts'
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
  expect(await stripe().confirm(payment)).toEqual({ kind: 'unknown' })
  expect(await stripe().lookUp(payment.paymentId)).toEqual({ kind: 'succeeded', amountCents: 4569 })
})

test('an answer that was lost while a payment was made known does not make another one', async () => {
  const { order, paymentId } = await prepared()
  standIn.failNext('lost_answer', twice)
  expect(await stripe().prepare(order)).toEqual({ kind: 'unknown' })
  expect(await stripe().prepare(order)).toMatchObject({ paymentId })
})

test.each<[number, object, string]>([
  [500, { type: 'api_error' }, 'a fault of theirs'],
  [409, { type: 'invalid_request_error', code: 'idempotency_key_in_use' }, 'the same question is being answered'],
  [429, { type: 'invalid_request_error', code: 'lock_timeout' }, 'somebody else is changing the payment'],
])('%d leaves open what happened: %o (%s)', async (status, error) => {
  const payment = await prepared()
  standIn.failNext({ status, body: { error } })
  expect(await stripe().confirm(payment)).toEqual({ kind: 'unknown' })
})

test('too many payments at once are said so before anything is asked for', async () => {
  const { order } = await prepared()
  standIn.failNext({ status: 429, body: { error: { type: 'invalid_request_error', code: 'rate_limit' } } })
  expect(await stripe().prepare(order)).toEqual({ kind: 'declined', error: 'rate_limit' })
})

test('a wrong key is our own fault and is thrown', async () => {
  const { order, ...payment } = await prepared()
  await expect(stripe('sk_wrong').prepare(order)).rejects.toThrow(/API Key/)
  await expect(stripe('sk_wrong').confirm(payment)).rejects.toThrow(/API Key/)
})

test('an event about something else than our payments is none of ours', async () => {
  const foreign = { type: 'payment_intent.succeeded', data: { object: { status: 'succeeded', metadata: {} } } }
  expect(stripe().readReport(foreign)).toBeNull()
  expect(stripe().readReport({ type: 'charge.refunded', data: { object: { metadata: {} } } })).toBeNull()
  expect(stripe().readReport({ type: 'refund.created', data: { object: { payment_intent: null } } })).toBeNull()
})
