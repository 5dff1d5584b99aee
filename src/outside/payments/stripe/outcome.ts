import { cardErrorOf } from '../card-error.ts'
import type { PaymentOutcome } from '../payment-provider.ts'
import type { IntentAnswer } from './parse-answers.ts'

type Intent = Pick<IntentAnswer, 'status' | 'amount_received' | 'client_secret' | 'last_payment_error'>

/** Maps Stripe's state of a payment to an outcome. */
export function outcomeOf({ status, amount_received, client_secret, last_payment_error }: Intent): PaymentOutcome {
  switch (status) {
    case 'succeeded':
      return { kind: 'succeeded', amountCents: amount_received }
    case 'requires_action':
      return { kind: 'requires_action', clientSecret: client_secret! }
    case 'requires_payment_method':
      return {
        kind: 'declined',
        error: last_payment_error
          ? cardErrorOf({ code: last_payment_error.code, declineCode: last_payment_error.decline_code })
          : 'payment_intent_unexpected_state',
      }
    case 'canceled':
      return { kind: 'declined', error: 'payment_intent_unexpected_state' }
    default:
      return { kind: 'pending' }
  }
}
