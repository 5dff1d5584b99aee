import http from 'node:http'
import https from 'node:https'
import Stripe from 'stripe'
import { isPrivateDestination, lookupPublicAddress, PrivateAddressError } from '#kit/server/public-address.ts'
import { type PaymentProvider, reportToleranceSeconds } from './payment-provider.ts'
import { parseEvent } from './report-schemas.ts'
import { parseSignatureHeader } from './signature-header.ts'
import { toCapturedPayment } from './stripe/captured-payment.ts'
import { outcomeOfAnswer, outcomeOfConfirmError, preparedOfError, problemOf } from './stripe/errors.ts'
import { outcomeOf } from './stripe/outcome.ts'
import { awaitAnswer, parseIntent, parseListedIntent, parseRefund } from './stripe/parse-answers.ts'
import { isFailedRefund, parseStripeReport } from './stripe/parse-reports.ts'

type StripeOptions = {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Another address of the API, for a stand-in. */
  apiAddress?: string
  /** Whether the API may be at a private address. */
  allowsPrivate?: boolean
}

const answerTimeoutSeconds = 20

/**
 * Creates the provider for card payments by Stripe: one PaymentIntent per attempt, created and then confirmed on the
 * server.
 */
export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const { secretKey, publishableKey, webhookSecret, apiAddress, allowsPrivate = true } = options
  const isClosed = !allowsPrivate && apiAddress !== undefined && isPrivateDestination(new URL(apiAddress))
  const stripe = new Stripe(secretKey, {
    ...(apiAddress ? addressOf(apiAddress) : {}),
    ...(allowsPrivate ? {} : { httpAgent: createAgent(apiAddress, isClosed) }),
    // After a lost answer the payment is looked up by its id, which tells more than repeating the request.
    maxNetworkRetries: 0,
    timeout: answerTimeoutSeconds * 1000,
    telemetry: false,
  })

  return {
    publishableKey,

    prepare: (attempt) => preparePayment(stripe, attempt),

    async confirm({ paymentId, attemptId }) {
      const options = { idempotencyKey: `${attemptId}-confirm` }
      try {
        return outcomeOf(
          parseIntent(await awaitAnswer(stripe.paymentIntents.confirm(paymentId, { use_stripe_sdk: true }, options))),
        )
      } catch (error) {
        return outcomeOfConfirmError(error)
      }
    },

    lookUp(paymentId) {
      return outcomeOfAnswer(awaitAnswer(stripe.paymentIntents.retrieve(paymentId)))
    },

    withdraw(paymentId) {
      return outcomeOfAnswer(awaitAnswer(stripe.paymentIntents.cancel(paymentId)))
    },

    repeatsRefunds: true,

    refund: (refund) => refundPayment(stripe, refund),

    listCaptured: (time) => listCapturedPayments(stripe, time),

    // Stripe knows no such payment, and says so only to a caller with a valid key.
    async check() {
      await stripe.paymentIntents.retrieve('pi_none').catch((error: unknown) => {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      })
    },

    verifyReport: (report) => verifyStripeReport(stripe, webhookSecret, report),

    readReport: parseStripeReport,
  }
}

// A literal IP address is never resolved, so it is refused when connecting.
function createAgent(apiAddress: string | undefined, isClosed: boolean) {
  const { Agent } = apiAddress?.startsWith('http:') ? http : https
  const agent = new Agent({ keepAlive: true, lookup: lookupPublicAddress as never })
  if (isClosed)
    agent.createConnection = () => {
      throw new PrivateAddressError('the address of Stripe is not public')
    }
  return agent
}

function addressOf(apiAddress: string) {
  const { hostname: host, port, protocol } = new URL(apiAddress)
  return { host, port: port || undefined, protocol: protocol === 'http:' ? ('http' as const) : ('https' as const) }
}

async function preparePayment(
  stripe: Stripe,
  { attemptId, customerId, amountCents, methodId, description }: Parameters<PaymentProvider['prepare']>[0],
): ReturnType<PaymentProvider['prepare']> {
  try {
    const request = stripe.paymentIntents.create(
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
    const intent = parseIntent(await awaitAnswer(request))
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
}

async function refundPayment(
  stripe: Stripe,
  { refundId, paymentId, amountCents }: Parameters<PaymentProvider['refund']>[0],
): ReturnType<PaymentProvider['refund']> {
  try {
    const request = { payment_intent: paymentId, amount: amountCents, metadata: { refund_id: refundId } }
    const { id, status } = parseRefund(await awaitAnswer(stripe.refunds.create(request, { idempotencyKey: refundId })))
    // A refund still under way at the holder's bank may fail later, which a report announces.
    return isFailedRefund(status) ? { kind: 'refused' } : { kind: 'made', providerRefund: id }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const isRefused = error instanceof Stripe.errors.StripeInvalidRequestError
    return { kind: isRefused ? 'refused' : 'unknown', problem: problemOf(error) }
  }
}

function verifyStripeReport(
  stripe: Stripe,
  webhookSecret: string,
  { rawBody, headers, now }: Parameters<PaymentProvider['verifyReport']>[0],
): ReturnType<PaymentProvider['verifyReport']> {
  const header = headers['stripe-signature']
  if (!parseSignatureHeader(header, now)) return null
  try {
    // Verifies the header only: the library's own parsing of the body is of no use if the body cannot be parsed.
    stripe.webhooks.signature!.verifyHeader(
      rawBody,
      header as string,
      webhookSecret,
      reportToleranceSeconds,
      undefined,
      now.getTime(),
    )
    return parseEvent(rawBody)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null
    throw error
  }
}

async function* listCapturedPayments(
  stripe: Stripe,
  { from, until }: Parameters<NonNullable<PaymentProvider['listCaptured']>>[0],
) {
  const created = { gte: Math.floor(from.getTime() / 1000), lt: Math.ceil(until.getTime() / 1000) }
  const intents = stripe.paymentIntents.list({ created, limit: 100, expand: ['data.latest_charge'] })
  for await (const answer of intents) {
    const intent = parseListedIntent(answer)
    if (intent.status === 'succeeded') yield toCapturedPayment(intent)
  }
}
