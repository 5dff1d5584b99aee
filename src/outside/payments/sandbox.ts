import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { DB } from '#db/tables.ts'
import { cardErrorOf } from './card-error.ts'
import type { PaymentOutcome, PaymentProvider } from './payment-provider.ts'
import { AttemptId, Code, CustomerId, ProviderId, parseAs, parseEvent, ReportedCents } from './report-schemas.ts'
import {
  cancelPayment,
  confirmPayment,
  findPayment,
  type PaymentRow,
  type PublicPayment,
  preparePayment,
  refundPayment,
  succeededPayments,
  toPublicPayment,
} from './sandbox/sandbox-store.ts'
import { hasValidSignature, signatureHeader } from './sandbox/signature.ts'

type SandboxOptions = { db: Kysely<DB>; clock: () => Date; webhookSecret: string }

/**
 * Creates the provider of a fresh checkout: it accepts the published test cards within this process and moves no money.
 */
export function createSandboxPaymentProvider({ db, clock, webhookSecret }: SandboxOptions): PaymentProvider {
  return {
    publishableKey: 'pk_sandbox',

    async prepare({ attemptId, customerId, amountCents, methodId, description }) {
      const metadata = { attempt_id: attemptId, customer_id: String(customerId) }
      const order = { idempotencyKey: attemptId, methodId, amountCents, description, metadata, now: clock() }
      const prepared = await preparePayment(db, order)
      if (!prepared) return { kind: 'declined', error: 'missing' }
      return { kind: 'prepared', paymentId: prepared.payment.payment_id, cardLast4: prepared.last4 }
    },

    async confirm({ paymentId }) {
      const payment = await confirmPayment(db, { paymentId, now: clock() })
      return payment ? outcomeOfRow(payment) : { kind: 'missing' }
    },

    async lookUp(paymentId) {
      const payment = await findPayment(db, paymentId)
      return payment ? outcomeOfRow(payment) : { kind: 'missing' }
    },

    async withdraw(paymentId) {
      const payment = await cancelPayment(db, { paymentId, now: clock() })
      return payment ? outcomeOfRow(payment) : { kind: 'missing' }
    },

    async *listCaptured(time) {
      for (const row of await succeededPayments(db, time)) yield capturedPaymentOf(row)
    },

    repeatsRefunds: true,

    async refund(refund) {
      const isMade = await refundPayment(db, { ...refund, now: clock() })
      return isMade ? { kind: 'made', providerRefund: refund.refundId } : { kind: 'refused' }
    },

    verifyReport({ rawBody, headers, now }) {
      const isOurs = hasValidSignature(rawBody, headers[signatureHeader], { secret: webhookSecret, now })
      return isOurs ? parseEvent(rawBody) : null
    },

    readReport: readSandboxReport,
  }
}

const Event = z.object({
  payment: z.object({
    id: ProviderId,
    status: z.enum(['requires_confirmation', 'requires_action', 'succeeded', 'declined', 'canceled']),
    amount_cents: ReportedCents,
    currency: z._default(z.string().check(z.regex(/^[A-Z]{3}$/)), 'EUR'),
    error_code: z.nullable(Code),
    decline_code: z.nullable(Code),
    metadata: z.object({ attempt_id: AttemptId, customer_id: CustomerId }),
  }),
  refund: z.optional(z.object({ id: AttemptId, amount_cents: ReportedCents })),
})

function outcomeOfRow(payment: PaymentRow): PaymentOutcome {
  return outcomeOf(toPublicPayment(payment), payment.client_secret)
}

/** Maps the sandbox's payment state to an outcome. */
function outcomeOf(payment: Omit<PublicPayment, 'metadata' | 'currency'>, clientSecret: string): PaymentOutcome {
  switch (payment.status) {
    case 'requires_confirmation':
      return { kind: 'pending' }
    case 'requires_action':
      return { kind: 'requires_action', clientSecret }
    case 'succeeded':
      return { kind: 'succeeded', amountCents: payment.amount_cents }
    case 'declined':
      return { kind: 'declined', error: cardErrorOf({ code: payment.error_code, declineCode: payment.decline_code }) }
    case 'canceled':
      return { kind: 'declined', error: 'payment_intent_unexpected_state' }
  }
}

function capturedPaymentOf({ refundedCents, ...row }: Awaited<ReturnType<typeof succeededPayments>>[number]) {
  const { payment_id: paymentId, amount_cents: amountCents, description, method_id: methodId, created_at: at } = row
  const metadata = row.metadata as Record<string, unknown>
  const attemptId = AttemptId.safeParse(metadata.attempt_id)
  const customerId = CustomerId.safeParse(metadata.customer_id)
  return {
    ...{
      paymentId,
      amountCents,
      refundedCents,
      currency: 'EUR',
      description,
      methodId,
      cardLast4: row.last4,
      at,
    },
    attemptId: attemptId.success ? attemptId.data : null,
    customerId: customerId.success ? Number(customerId.data) : null,
  }
}

function readSandboxReport(payload: unknown): ReturnType<PaymentProvider['readReport']> {
  const { payment, refund } = parseAs(Event, payload)
  const { id: paymentId, amount_cents: amountCents, currency, metadata } = payment
  if (refund) {
    const refundDetails = {
      refundId: refund.id,
      providerRefund: refund.id,
      amountCents: refund.amount_cents,
      currency,
    }
    return { paymentId, refund: { kind: 'made', ...refundDetails } }
  }
  const { attempt_id: attemptId, customer_id: customerId } = metadata
  const outcome = outcomeOf(payment, '')
  return { attemptId, customerId: Number(customerId), paymentId, amountCents, currency, outcome }
}
