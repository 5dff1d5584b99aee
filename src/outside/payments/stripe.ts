import http from 'node:http'
import https from 'node:https'
import Stripe from 'stripe'
import { leadsInside, PrivateAddress, publicLookup } from '#kit/server/public-address.ts'
import { type Payments, reportToleranceSeconds } from './payments.ts'
import { eventIn } from './reported.ts'
import { readSignatureHeader } from './signature-header.ts'
import { answerOf, readIntent, readListed, readRefund } from './stripe/answers.ts'
import { capturedOf } from './stripe/captured.ts'
import { outcomeOfAnswer, outcomeOfConfirmError, preparedOfError, problemOf } from './stripe/errors.ts'
import { outcomeOf } from './stripe/outcome.ts'
import { isFailed, readStripeReport } from './stripe/reports.ts'

type Needs = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Another address of the API, for a stand-in. */
  apiAddress?: string
  /** Whether it may be at a private address. */
  allowsPrivate?: boolean
}

const longestAnswerSeconds = 20

/** Card payments by Stripe: one PaymentIntent per attempt, made and then confirmed on the server. */
export function createStripePayments({
  secretKey,
  publishableKey,
  webhookSecret,
  apiAddress,
  allowsPrivate = true,
}: Needs): Payments {
  const isClosed = !allowsPrivate && apiAddress !== undefined && leadsInside(new URL(apiAddress))
  const stripe = new Stripe(secretKey, {
    ...(apiAddress ? addressOf(apiAddress) : {}),
    ...(allowsPrivate ? {} : { httpAgent: agentFor(apiAddress, isClosed) }),
    // A lost answer is asked for again by its id, which tells more than repeating the question.
    maxNetworkRetries: 0,
    timeout: longestAnswerSeconds * 1000,
    telemetry: false,
  })

  return {
    publishableKey,

    async prepare({ attemptId, customerId, amountCents, methodId, description }) {
      try {
        const asked = stripe.paymentIntents.create(
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
        const intent = readIntent(await answerOf(asked))
        const method = intent.payment_method
        return {
          kind: 'prepared',
          paymentId: intent.id,
          cardLast4: typeof method === 'object' ? (method?.card?.last4 ?? null) : null,
          card: typeof method === 'object' ? (method?.card?.fingerprint ?? undefined) : undefined,
        }
      } catch (error) {
        return preparedOfError(error)
      }
    },

    async confirm({ paymentId, attemptId }) {
      const options = { idempotencyKey: `${attemptId}-confirm` }
      try {
        return outcomeOf(
          readIntent(await answerOf(stripe.paymentIntents.confirm(paymentId, { use_stripe_sdk: true }, options))),
        )
      } catch (error) {
        return outcomeOfConfirmError(error)
      }
    },

    lookUp(paymentId) {
      return outcomeOfAnswer(answerOf(stripe.paymentIntents.retrieve(paymentId)))
    },

    withdraw(paymentId) {
      return outcomeOfAnswer(answerOf(stripe.paymentIntents.cancel(paymentId)))
    },

    repeatsRefunds: true,

    async refund({ refundId, paymentId, amountCents }) {
      try {
        const asked = { payment_intent: paymentId, amount: amountCents, metadata: { refund_id: refundId } }
        const { id, status } = readRefund(await answerOf(stripe.refunds.create(asked, { idempotencyKey: refundId })))
        // One that is still under way at the holder's bank may fail later, of which a report tells.
        return isFailed(status) ? { kind: 'refused' } : { kind: 'made', providerRefund: id }
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeError)) throw error
        const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError
        return { kind: isRefused ? 'refused' : 'unknown', problem: problemOf(error) }
      }
    },

    async *listCaptured({ from, until }) {
      const created = { gte: Math.floor(from.getTime() / 1000), lt: Math.ceil(until.getTime() / 1000) }
      const listed = stripe.paymentIntents.list({ created, limit: 100, expand: ['data.latest_charge'] })
      for await (const answer of listed) {
        const intent = readListed(answer)
        if (intent.status === 'succeeded') yield capturedOf(intent)
      }
    },

    // It knows no such payment, and says so only to whoever has the key.
    async check() {
      await stripe.paymentIntents.retrieve('pi_none').catch((error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      })
    },

    verifyReport({ rawBody, headers, now }) {
      const header = headers['stripe-signature']
      if (!readSignatureHeader(header, now)) return null
      try {
        // It reads the body by itself, which is of no use where that cannot be read.
        stripe.webhooks.signature!.verifyHeader(
          rawBody,
          header as string,
          webhookSecret,
          reportToleranceSeconds,
          undefined,
          now.getTime(),
        )
        return eventIn(rawBody)
      } catch (error) {
        if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null
        throw error
      }
    },

    readReport: readStripeReport,
  }
}

// What is written as an IP address is never looked up, so it is refused where a connection is made.
function agentFor(apiAddress: string | undefined, isClosed: boolean) {
  const { Agent } = apiAddress?.startsWith('http:') ? http : https
  const agent = new Agent({ keepAlive: true, lookup: publicLookup as never })
  if (isClosed)
    agent.createConnection = () => {
      throw new PrivateAddress('the address of Stripe is not public')
    }
  return agent
}

function addressOf(apiAddress: string) {
  const { hostname: host, port, protocol } = new URL(apiAddress)
  return { host, port: port || undefined, protocol: protocol === 'http:' ? ('http' as const) : ('https' as const) }
}
