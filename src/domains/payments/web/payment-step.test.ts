import { describe, expect, test } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { type FailureCode, mayTryAgain, type PaymentStep, stepFromFailure, stepFromReply } from './payment-step.ts'

const at = new Date('2026-11-20T15:22:00Z')
const reply = { success: false, requires_action: false, error: null, payment_intent_id: 'pi_1' }
const failed = (error: FailureCode): PaymentStep => ({ kind: 'failed', error, at })

describe('stepFromReply for a reply that says', () => {
  test.each<[string, Parameters<typeof stepFromReply>[0], PaymentStep]>([
    ['paid', { ...reply, success: true }, { kind: 'paid' }],
    [
      'that the bank requires authentication, with a client secret',
      { ...reply, requires_action: true, client_secret: 's' },
      { kind: 'authenticating', platform: 'sandbox', paymentId: 'pi_1', clientSecret: 's' },
    ],
    [
      'that the bank requires authentication, without a client secret',
      { ...reply, requires_action: true },
      failed('unknown_payment_error'),
    ],
    ['declined', { ...reply, error: 'card_declined' }, failed('card_declined')],
    ['that the outcome is unknown', { ...reply, error: 'outcome_unknown' }, failed('outcome_unknown')],
    ['neither success nor a reason', reply, failed('unknown_payment_error')],
  ])('%s', (_, answer, step) => {
    expect(stepFromReply(answer, { platform: 'sandbox', at })).toEqual(step)
  })
})

test.each<[string, unknown, FailureCode]>([
  ['is explained where the invoice cannot be paid', new Refused('not_payable', 409), 'not_payable'],
  ['is explained where the customer may not use the platform', new Refused('platform_denied', 403), 'platform_denied'],
  ['is explained where the user is read-only', new Refused('token_readonly', 403), 'token_readonly'],
  [
    'is explained where the card provider has a problem',
    new Refused('provider_unavailable', 503),
    'provider_unavailable',
  ],
  ['is a failure where it was unexpected', new Refused('invalid', 400), 'unknown_payment_error'],
  [
    'is a failure where an overloaded server rejected it unread',
    new Refused('unavailable', 503),
    'unknown_payment_error',
  ],
  ['leaves the outcome open where the server failed', new Refused('unexpected', 500), 'outcome_unknown'],
  ['leaves the outcome open where a gateway timed out', new Refused('unexpected', 504), 'outcome_unknown'],
  ['leaves the outcome open where the connection broke', new TypeError('Failed to fetch'), 'outcome_unknown'],
])('a failed call %s', (_, failure, error) => {
  expect(stepFromFailure(failure, { at, seenCents: 8788, method: null })).toEqual(failed(error))
})

test('too many tries yield the time until which to wait', () => {
  const refused = new Refused('too_many_attempts', 429, { extra: { current: { retry_after_seconds: 600 } } })
  const until = new Date(at.getTime() + 600_000)
  expect(stepFromFailure(refused, { at, seenCents: 1, method: null })).toEqual({
    ...failed('too_many_attempts'),
    until,
  })
})

test('a changed amount must be confirmed again, with the card that was typed', () => {
  const method = { platform: 'sandbox', methodId: 'pm_1' }
  const refused = new Refused('amount_changed', 409, { extra: { current: { amount: 137.88 } } })
  const step = { kind: 'amountChanged', beforeCents: 8788, amountCents: 13_788, method }
  expect(stepFromFailure(refused, { at, seenCents: 8788, method })).toEqual(step)
})

test.each<[FailureCode, boolean, string]>([
  ['card_declined', true, 'with another card'],
  ['incorrect_cvc', true, 'with the right code'],
  ['unknown_payment_error', true, 'it may have been chance'],
  ['provider_unavailable', true, 'nothing was charged, and the provider recovers'],
  ['outcome_unknown', false, 'the card may have been charged'],
  ['not_payable', false, 'nothing is owed'],
  ['platform_denied', false, 'it would be denied again'],
  ['token_readonly', false, 'it is not theirs to pay'],
])('after %s a retry is offered: %s, since %s', (error, expected) => {
  expect(mayTryAgain(error)).toBe(expected)
})
