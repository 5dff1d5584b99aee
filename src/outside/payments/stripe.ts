import Stripe from 'stripe'
import { type Payments, type ProviderReport, reportToleranceSeconds } from './payments.ts'
import { outcomeOfAnswer, outcomeOfConfirmError, preparedOfError, problemOf } from './stripe/errors.ts'
import { outcomeOf } from './stripe/outcome.ts'

type Needs = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Another address of the API, for a stand-in. */
  apiAddress?: string
}

const longestAnswerSeconds = 20

/** Card payments by Stripe: one PaymentIntent per attempt, made and then confirmed on the server. */
export function createStripePayments({ secretKey, publishableKey, webhookSecret, apiAddress }: Needs): Payments {
  const stripe = new Stripe(secretKey, {
    ...(apiAddress ? addressOf(apiAddress) : {}),
    // A lost answer is asked for again by its id, which tells more than repeating the question.
    maxNetworkRetries: 0,
    timeout: longestAnswerSeconds * 1000,
    telemetry: false,
  })

  return {
    publishableKey,

    async prepare({ attemptId, customerId, amountCents, methodId, description }) {
      try {
        const intent = await stripe.paymentIntents.create(
          {
            amount: amountCents,
            currency: 'eur',
            payment_method: methodId,
            allowed_payment_method_types: ['card'],
            description,
            metadata: { attempt_id: attemptId, customer_id: String(customerId) },
            expand: ['payment_method'],
          },
          { idempotencyKey: attemptId },
        )
        const method = intent.payment_method
        return {
          kind: 'prepared',
          paymentId: intent.id,
          cardLast4: typeof method === 'object' ? (method?.card?.last4 ?? null) : null,
        }
      } catch (error) {
        return preparedOfError(error)
      }
    },

    async confirm({ paymentId, attemptId }) {
      const options = { idempotencyKey: `${attemptId}-confirm` }
      try {
        return outcomeOf(await stripe.paymentIntents.confirm(paymentId, { use_stripe_sdk: true }, options))
      } catch (error) {
        return outcomeOfConfirmError(error)
      }
    },

    lookUp(paymentId) {
      return outcomeOfAnswer(stripe.paymentIntents.retrieve(paymentId))
    },

    withdraw(paymentId) {
      return outcomeOfAnswer(stripe.paymentIntents.cancel(paymentId))
    },

    repeatsRefunds: true,

    async refund({ refundId, paymentId, amountCents }) {
      try {
        const asked = { payment_intent: paymentId, amount: amountCents, metadata: { refund_id: refundId } }
        const { id, status } = await stripe.refunds.create(asked, { idempotencyKey: refundId })
        // One that is still under way at the holder's bank may fail later, of which a report tells.
        return isFailed(status) ? { kind: 'refused' } : { kind: 'made', providerRefund: id }
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeError)) throw error
        const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError
        return { kind: isRefused ? 'refused' : 'unknown', problem: problemOf(error) }
      }
    },

    // It knows no such payment, and says so only to whoever has the key.
    async check() {
      await stripe.paymentIntents.retrieve('pi_none').catch((error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      })
    },

    verifyReport({ rawBody, headers, now }) {
      const signature = headers['stripe-signature']
      if (typeof signature !== 'string') return null
      try {
        const at = now.getTime()
        const { webhooks } = stripe
        const payload = webhooks.constructEvent(
          rawBody,
          signature,
          webhookSecret,
          reportToleranceSeconds,
          undefined,
          at,
        )
        return { eventId: payload.id, payload }
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null
        throw error
      }
    },

    readReport(payload) {
      const { type, data } = payload as { type: string; data: { object: unknown } }
      if (refundTypes.includes(type)) return refundIn(data.object as Stripe.Refund)
      if (!reportedTypes.includes(type)) return null
      const intent = data.object as Stripe.PaymentIntent
      const { attempt_id: attemptId, customer_id: customerId } = intent.metadata
      if (!attemptId || !customerId) return null
      return { attemptId, customerId: Number(customerId), outcome: outcomeOf(intent) }
    },
  }
}

/** How payments end; on the way there the server asks by itself. */
const reportedTypes = ['payment_intent.succeeded', 'payment_intent.payment_failed', 'payment_intent.canceled']

/** Refunds, those that somebody makes in Stripe's own pages among them. */
const refundTypes = ['refund.created', 'refund.updated', 'refund.failed']

function refundIn({ id, status, amount, payment_intent, metadata }: Stripe.Refund): ProviderReport {
  if (typeof payment_intent !== 'string') return null
  const kind = isFailed(status) ? 'returned' : 'made'
  const refundId = metadata?.refund_id ?? null
  return { paymentId: payment_intent, refund: { kind, refundId, providerRefund: id, amountCents: amount } }
}

function isFailed(status: string | null): boolean {
  return status === 'failed' || status === 'canceled'
}

function addressOf(apiAddress: string) {
  const { hostname: host, port, protocol } = new URL(apiAddress)
  return { host, port: port || undefined, protocol: protocol === 'http:' ? ('http' as const) : ('https' as const) }
}
