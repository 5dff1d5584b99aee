import { expect, test } from 'vitest'
import type { CardError } from '#outside/payments/card-error.ts'
import { type CardPart, cardErrorOfStripe, partOf } from './stripe-errors.ts'

test.each<[type: string, code: string | undefined, error: CardError, part: CardPart, reason: string]>([
  ['validation_error', 'incomplete_number', 'invalid_number', 'number', 'half a number'],
  ['validation_error', 'invalid_number', 'incorrect_number', 'number', 'a number that no card has'],
  ['validation_error', 'incomplete_expiry', 'invalid_expiry_month', 'expiry', 'no month yet'],
  ['validation_error', 'invalid_expiry_month_past', 'expired_card', 'expiry', 'a month of this year that is over'],
  ['validation_error', 'invalid_expiry_year_past', 'invalid_expiry_year', 'expiry', 'a year before this'],
  ['validation_error', 'invalid_expiry_year', 'invalid_expiry_year', 'expiry', 'a year too far away'],
  ['validation_error', 'incomplete_cvc', 'invalid_cvc', 'cvc', 'half a code'],
  ['card_error', 'expired_card', 'expired_card', 'expiry', 'Stripe has asked the bank'],
  ['card_error', 'incorrect_cvc', 'incorrect_cvc', 'cvc', 'Stripe has asked the bank'],
  ['card_error', 'card_declined', 'card_declined', 'number', 'another card is needed'],
  ['rate_limit_error', undefined, 'rate_limit', 'number', 'too many at a time'],
  ['api_connection_error', undefined, 'processing_error', 'number', 'nobody has refused the card: there was no answer'],
  ['api_error', undefined, 'processing_error', 'number', 'nor here'],
])('maps %s %s to %s, shown at the %s: %s', (type, code, error, part) => {
  expect(cardErrorOfStripe({ type, code })).toBe(error)
  expect(partOf(error)).toBe(part)
})
