import * as z from 'zod/mini'
import type { ProviderReport } from '../payment-provider.ts'
import { AttemptId, Code, CustomerId, ProviderId, parseAs, ReportedCents } from '../report-schemas.ts'
import { outcomeOf } from './outcome.ts'

/** The final events of a payment; its intermediate state is queried by the server itself. */
const paymentTypes = ['payment_intent.succeeded', 'payment_intent.payment_failed', 'payment_intent.canceled']

/** Refunds, including those made in Stripe's own dashboard. */
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

/** Parses an event of Stripe about one of our payments; null for any other. @throws UnreadableReportError */
export function parseStripeReport(payload: unknown): ProviderReport {
  const { type, data } = parseAs(Event, payload)
  if (refundTypes.includes(type)) return toRefundReport(parseAs(Refund, data.object))
  return paymentTypes.includes(type) && namesAttempt(data.object.metadata)
    ? toPaymentReport(parseAs(Intent, data.object))
    : null
}

/**
 * Checks whether an event names an attempt. The same account may accept other payments, which are unknown to the
 * portal.
 */
function namesAttempt(metadata: unknown): boolean {
  return typeof metadata === 'object' && metadata !== null && ('attempt_id' in metadata || 'customer_id' in metadata)
}

function toPaymentReport(intent: z.output<typeof Intent>): ProviderReport {
  const { id, amount, amount_received, currency, status, last_payment_error, metadata } = intent
  // An event is sent to a server, so it has no client secret, and no reader of the outcome needs one.
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

function toRefundReport({
  id,
  status,
  amount,
  currency,
  payment_intent,
  metadata,
}: z.output<typeof Refund>): ProviderReport {
  if (payment_intent === null) return null
  // Other programs may name their refunds in their own way.
  const ours = AttemptId.safeParse(metadata?.refund_id)
  return {
    paymentId: payment_intent,
    refund: {
      kind: isFailedRefund(status) ? 'returned' : 'made',
      refundId: ours.success ? ours.data : null,
      providerRefund: id,
      amountCents: amount,
      currency: currency.toUpperCase(),
    },
  }
}

/** Checks whether the holder's bank has not accepted a refund. */
export function isFailedRefund(status: string | null | undefined): boolean {
  return status === 'failed' || status === 'canceled'
}
