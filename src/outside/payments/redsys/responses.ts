import type { CardError } from '../card-error.ts'
import type { PaymentOutcome } from '../payment-provider.ts'

/** Returns the outcome for a `Ds_Response` to a payment of this amount. */
export function outcomeOfResponse(response: string, amountCents: number): PaymentOutcome {
  if (!/^\d{1,4}$/.test(response))
    throw new Error(`Redsys replied ${JSON.stringify(response)}, which is not a response code.`)
  const code = Number(response)
  if (code <= 99) return { kind: 'succeeded', amountCents }
  if (pendingCodes.includes(code)) return { kind: 'pending' }
  return { kind: 'declined', error: errorByCode[code] ?? 'card_declined' }
}

// The number was used before, so that the outcome was reported then; the holder is entering the card; the bank is
// asking the holder.
const pendingCodes = [913, 9051, 9998, 9999]

// Errors that a holder can fix are reported; other reasons of a bank are confidential between it and the holder.
const errorByCode: Record<number, CardError> = {
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
