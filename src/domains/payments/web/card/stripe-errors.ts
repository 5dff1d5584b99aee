import { type CardError, cardErrorOf } from '#outside/payments/card-error.ts'

/** The fields of a card. */
export type CardPart = 'number' | 'expiry' | 'cvc'

type StripeErrorDetails = { type: string; code?: string; decline_code?: string }

// The errors that only Stripe's fields report, before any request is sent.
const validationErrors: Record<string, CardError> = {
  incomplete_number: 'invalid_number',
  invalid_number: 'incorrect_number',
  incomplete_expiry: 'invalid_expiry_month',
  invalid_expiry_month_past: 'expired_card',
  invalid_expiry_year_past: 'invalid_expiry_year',
  incomplete_cvc: 'invalid_cvc',
  incomplete_zip: 'incorrect_zip',
}

/** Maps an error that Stripe reports in the browser to ours (https://docs.stripe.com/error-codes). */
export function cardErrorOfStripe({ type, code, decline_code: declineCode }: StripeErrorDetails): CardError {
  if (type === 'validation_error') return validationErrors[code ?? ''] ?? cardErrorOf({ code })
  if (type === 'card_error') return cardErrorOf({ code, declineCode })
  return type === 'rate_limit_error' ? 'rate_limit' : 'processing_error'
}

/** Returns the field in which an error can be corrected; the first one if no field is to blame. */
export function partOf(error: CardError): CardPart {
  switch (error) {
    case 'invalid_expiry_month':
    case 'invalid_expiry_year':
    case 'expired_card':
      return 'expiry'
    case 'invalid_cvc':
    case 'incorrect_cvc':
      return 'cvc'
    default:
      return 'number'
  }
}
