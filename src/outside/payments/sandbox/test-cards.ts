import { digitsOf, problemsOf } from './frame/card-checks.js'

/** A provider's rejection of a card, with the published codes. */
export type CardRefusal = { code: string; declineCode?: string; param: 'number' | 'exp_month' | 'exp_year' | 'cvc' }

/** The result of a charge to a test card. */
export type TestCardResult = 'success' | 'authentication' | keyof typeof declines

const declines = {
  generic_decline: { code: 'card_declined', declineCode: 'generic_decline' },
  insufficient_funds: { code: 'card_declined', declineCode: 'insufficient_funds' },
  lost_card: { code: 'card_declined', declineCode: 'lost_card' },
  stolen_card: { code: 'card_declined', declineCode: 'stolen_card' },
  expired_card: { code: 'expired_card', declineCode: null },
  incorrect_cvc: { code: 'incorrect_cvc', declineCode: null },
  processing_error: { code: 'processing_error', declineCode: null },
} as const

/** The published test cards, the same as those of Stripe. */
const testCards: Record<string, TestCardResult> = {
  '4242424242424242': 'success',
  '5555555555554444': 'success',
  '5200828282828210': 'success',
  '378282246310005': 'success',
  '4000000000003220': 'authentication',
  '4000002760003184': 'authentication',
  '4000000000000002': 'generic_decline',
  '4000000000000341': 'generic_decline',
  '4000000000009995': 'insufficient_funds',
  '4000000000009987': 'lost_card',
  '4000000000009979': 'stolen_card',
  '4000000000000069': 'expired_card',
  '4000000000000127': 'incorrect_cvc',
  '4000000000000119': 'processing_error',
}

/** Returns why a charge is declined, or null if it is not. */
export function declineOf(result: TestCardResult): { code: string; declineCode: string | null } | null {
  return result === 'success' || result === 'authentication' ? null : declines[result]
}

type CardInput = { number: string; exp_month: string; exp_year: string; cvc: string }

/**
 * Returns the result of a test card and rejects every other card: invalid ones as a bank would, valid ones because they
 * are real.
 */
export function checkCard(
  card: CardInput,
  now: Date,
): { fate: TestCardResult; last4: string } | { refusal: CardRefusal } {
  const month = { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 }
  const problems = problemsOf({ number: card.number, month: card.exp_month, year: card.exp_year, cvc: card.cvc }, month)
  if (problems.number) return { refusal: { code: problems.number, param: 'number' } }
  if (problems.expiry)
    return {
      refusal: { code: problems.expiry, param: problems.expiry === 'invalid_expiry_year' ? 'exp_year' : 'exp_month' },
    }
  if (problems.cvc) return { refusal: { code: problems.cvc, param: 'cvc' } }
  const digits = digitsOf(card.number)
  const fate = testCards[digits]
  if (!fate) return { refusal: { code: 'card_declined', declineCode: 'test_mode_live_card', param: 'number' } }
  return { fate, last4: digits.slice(-4) }
}
