import type { CapturedPayment } from '../payment-provider.ts'
import { AttemptId, CustomerId } from '../report-schemas.ts'
import type { ListedIntent } from './parse-answers.ts'

/** Converts a payment of Stripe's list, which includes its last charge. */
export function toCapturedPayment(intent: ListedIntent): CapturedPayment {
  const {
    id,
    metadata,
    amount_received,
    currency,
    description,
    payment_method: method,
    latest_charge,
    created,
  } = intent
  const charge = typeof latest_charge === 'object' ? latest_charge : null
  const attemptId = AttemptId.safeParse(metadata.attempt_id)
  const customerId = CustomerId.safeParse(metadata.customer_id)
  return {
    paymentId: id,
    attemptId: attemptId.success ? attemptId.data : null,
    customerId: customerId.success ? Number(customerId.data) : null,
    amountCents: amount_received,
    refundedCents: charge?.amount_refunded ?? 0,
    currency: currency.toUpperCase(),
    description: description ?? '',
    methodId: typeof method === 'string' ? method : (method?.id ?? 'unknown'),
    cardLast4: charge?.payment_method_details?.card?.last4 ?? null,
    at: new Date(created * 1000),
  }
}
