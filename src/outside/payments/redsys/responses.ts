import type { CardError } from '../card-error.ts'
import type { Outcome } from '../payments.ts'

/** What a `Ds_Response` means, of a payment of so much. */
export function outcomeOfResponse(response: string, amountCents: number): Outcome {
  if (!/^\d{1,4}$/.test(response)) throw new Error(`Redsys answered ${JSON.stringify(response)}, which is no response.`)
  const code = Number(response)
  if (code <= 99) return { kind: 'succeeded', amountCents }
  if (undecided.includes(code)) return { kind: 'pending' }
  return { kind: 'declined', error: errors[code] ?? 'card_declined' }
}

// The number was used before, so that what became of it was told then; the card is being asked for; the bank is asking.
const undecided = [913, 9051, 9998, 9999]

// What a holder can mend is told; why a bank refuses otherwise is its holder's business alone.
const errors: Record<number, CardError> = {
  101: 'expired_card',
  129: 'incorrect_cvc',
  184: 'payment_intent_unexpected_state',
  191: 'invalid_expiry_year',
  909: 'processing_error',
  912: 'processing_error',
  915: 'payment_intent_unexpected_state',
  944: 'processing_error',
  9064: 'incorrect_number',
  9093: 'incorrect_number',
  9253: 'incorrect_number',
  9673: 'payment_intent_unexpected_state',
  9674: 'payment_intent_unexpected_state',
  9912: 'processing_error',
  9915: 'payment_intent_unexpected_state',
  9997: 'processing_error',
}
