import { expect, test } from 'vitest'
import { type CardError, cardErrorOf } from './card-error.ts'

test.each<[string | null, string | null, CardError, string]>([
  ['incorrect_number', null, 'incorrect_number', 'what the holder can mend is said as it is'],
  ['card_declined', 'generic_decline', 'card_declined', 'most declines give no reason'],
  ['card_declined', 'insufficient_funds', 'card_declined', 'the bank tells its holder why, not we'],
  ['card_declined', 'stolen_card', 'card_declined', 'a thief is not told that the theft is known'],
  ['card_declined', 'expired_card', 'expired_card', 'the reason is one the holder can mend'],
  ['card_declined', 'incorrect_cvc', 'incorrect_cvc', 'likewise'],
  ['card_declined', 'try_again_later', 'processing_error', 'another card would not help'],
  ['card_declined', 'issuer_not_available', 'processing_error', 'likewise'],
  ['expired_card', null, 'expired_card', 'a code of its own'],
  ['resource_missing', null, 'missing', 'the card is not there (any more)'],
  ['payment_intent_authentication_failure', null, 'payment_intent_unexpected_state', 'authentication was broken off'],
  ['something_new', null, 'card_declined', 'a name that nobody knows yet'],
  [null, null, 'card_declined', 'no reason at all'],
])('%s with %s is %s: %s', (code, declineCode, expected) => {
  expect(cardErrorOf({ code, declineCode })).toBe(expected)
})
