import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { cardErrorOf } from './card-error.ts'
import { type Outcome, type Payments, reportToleranceSeconds } from './payments.ts'
import {
  cancelPayment,
  confirmPayment,
  findPayment,
  type PaymentRow,
  type PublicPayment,
  type PublicRefund,
  preparePayment,
  publicPayment,
  refundPayment,
} from './sandbox/books.ts'
import { isSigned, signatureHeader } from './sandbox/signature.ts'

type Needs = { db: Kysely<DB>; clock: () => Date; webhookSecret: string }

/** The provider of a fresh checkout: takes the published test cards, in this very program, and no money. */
export function createSandboxPayments({ db, clock, webhookSecret }: Needs): Payments {
  return {
    publishableKey: 'pk_sandbox',

    async prepare({ attemptId, customerId, amountCents, methodId, description }) {
      const metadata = { attempt_id: attemptId, customer_id: String(customerId) }
      const asked = { idempotencyKey: attemptId, methodId, amountCents, description, metadata, now: clock() }
      const prepared = await preparePayment(db, asked)
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

    repeatsRefunds: true,

    async refund(refund) {
      const isMade = await refundPayment(db, { ...refund, now: clock() })
      return isMade ? { kind: 'made', providerRefund: refund.refundId } : { kind: 'refused' }
    },

    verifyReport({ rawBody, headers, now }) {
      const signature = headers[signatureHeader]
      const rules = { secret: webhookSecret, now, toleranceSeconds: reportToleranceSeconds }
      if (!isSigned(rawBody, signature, rules)) return null
      const payload = JSON.parse(rawBody) as { id: string }
      return { eventId: payload.id, payload }
    },

    readReport(payload) {
      const { payment, refund } = payload as { payment: PublicPayment; refund?: PublicRefund }
      if (refund) {
        const { id: refundId, amount_cents: amountCents } = refund
        return { paymentId: payment.id, refund: { kind: 'made', refundId, providerRefund: refundId, amountCents } }
      }
      const { attempt_id: attemptId, customer_id: customerId } = payment.metadata
      return { attemptId: attemptId!, customerId: Number(customerId), outcome: outcomeOf(payment, '') }
    },
  }
}

function outcomeOfRow(payment: PaymentRow): Outcome {
  return outcomeOf(publicPayment(payment), payment.client_secret)
}

/** The sandbox's words in ours. */
function outcomeOf(payment: PublicPayment, clientSecret: string): Outcome {
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
