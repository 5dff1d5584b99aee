import * as z from 'zod/mini'
import type { ProviderReport } from '../payments.ts'
import { AttemptId, Code, CustomerId, ProviderId, ReportedCents, readAs } from '../reported.ts'
import { outcomeOf } from './outcome.ts'

/** How payments end; on the way there the server asks by itself. */
const paymentTypes = ['payment_intent.succeeded', 'payment_intent.payment_failed', 'payment_intent.canceled']

/** Refunds, those that somebody makes in Stripe's own pages among them. */
const refundTypes = ['refund.created', 'refund.updated', 'refund.failed']

const Event = z.object({ type: Code, data: z.object({ object: z.looseObject({ metadata: z.optional(z.unknown()) }) }) })
const Currency = z.string().check(z.regex(/^[a-z]{3}$/))
const NullableCode = z.optional(z.nullable(Code))

const Intent = z.object({
  id: ProviderId,
  status: z.enum([
    'canceled',
    'processing',
    'requires_action',
    'requires_capture',
    'requires_confirmation',
    'requires_payment_method',
    'succeeded',
  ]),
  amount: ReportedCents,
  amount_received: z._default(ReportedCents, 0),
  currency: Currency,
  metadata: z.object({ attempt_id: AttemptId, customer_id: CustomerId }),
  last_payment_error: z.optional(z.nullable(z.object({ code: NullableCode, decline_code: NullableCode }))),
})

const Refund = z.object({
  id: ProviderId,
  status: NullableCode,
  amount: ReportedCents,
  currency: Currency,
  payment_intent: z.nullable(ProviderId),
  metadata: z.optional(z.nullable(z.object({ refund_id: z.optional(z.unknown()) }))),
})

/** What an event of Stripe's tells of a payment of ours. @throws UnreadableReport */
export function readStripeReport(payload: unknown): ProviderReport {
  const { type, data } = readAs(Event, payload)
  if (refundTypes.includes(type)) return refundIn(readAs(Refund, data.object))
  return paymentTypes.includes(type) && namesAttempt(data.object.metadata)
    ? paymentIn(readAs(Intent, data.object))
    : null
}

/** The same account may take other payments, of which we know nothing. */
function namesAttempt(metadata: unknown): boolean {
  return typeof metadata === 'object' && metadata !== null && ('attempt_id' in metadata || 'customer_id' in metadata)
}

function paymentIn(intent: z.output<typeof Intent>): ProviderReport {
  const { id, amount, amount_received, currency, status, last_payment_error, metadata } = intent
  // An event is told to servers, so that it has no secret for the browser; nobody reads it of one.
  const outcome = outcomeOf({
    status,
    amount_received,
    client_secret: '',
    last_payment_error,
  })
  const { attempt_id: attemptId, customer_id: customerId } = metadata
  return {
    attemptId,
    customerId: Number(customerId),
    paymentId: id,
    amountCents: amount,
    currency: currency.toUpperCase(),
    outcome,
  }
}

function refundIn({ id, status, amount, currency, payment_intent, metadata }: z.output<typeof Refund>): ProviderReport {
  if (payment_intent === null) return null
  // Others may have named their refunds in their own way.
  const ours = AttemptId.safeParse(metadata?.refund_id)
  return {
    paymentId: payment_intent,
    refund: {
      kind: isFailed(status) ? 'returned' : 'made',
      refundId: ours.success ? ours.data : null,
      providerRefund: id,
      amountCents: amount,
      currency: currency.toUpperCase(),
    },
  }
}

/** Whether a refund has not been taken by the holder's bank. */
export function isFailed(status: string | null | undefined): boolean {
  return status === 'failed' || status === 'canceled'
}
