import { type CardError, cardErrorOf } from '#outside/payments/card-error.ts'

/** The fields of a card. */
export type CardPart = 'number' | 'expiry' | 'cvc'

type Told = { type: string; code?: string; decline_code?: string }

// What Stripe's fields alone say, before anybody is asked.
const saidByFields: Record<string, CardError> = {
  incomplete_number: 'invalid_number',
  invalid_number: 'incorrect_number',
  incomplete_expiry: 'invalid_expiry_month',
  invalid_expiry_month_past: 'expired_card',
  invalid_expiry_year_past: 'invalid_expiry_year',
  incomplete_cvc: 'invalid_cvc',
  incomplete_zip: 'incorrect_zip',
}

/** Our error for what Stripe says of a card in the browser (https://docs.stripe.com/error-codes). */
export function errorOfStripe({ type, code, decline_code: declineCode }: Told): CardError {
  if (type === 'validation_error') return saidByFields[code ?? ''] ?? cardErrorOf({ code })
  if (type === 'card_error') return cardErrorOf({ code, declineCode })
  return type === 'rate_limit_error' ? 'rate_limit' : 'processing_error'
}

/** The field in which an error is mended; where none is to blame, the first. */
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
