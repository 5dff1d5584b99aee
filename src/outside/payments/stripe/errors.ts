import Stripe from 'stripe'
import type { FailureKind } from '../../outbound-call.ts'
import { cardErrorOf } from '../card-error.ts'
import type { PaymentOutcome, PreparedPayment, ProviderProblem } from '../payment-provider.ts'
import { outcomeOf } from './outcome.ts'
import { type IntentAnswer, parseIntent } from './parse-answers.ts'

const { errors } = Stripe

/**
 * Returns the outcome of a lookup at Stripe. An error that does not tell where the money is leaves the outcome open,
 * whether the fault is ours or theirs; only the error that there is no such payment is an answer.
 */
export async function outcomeOfAnswer(answer: Promise<Stripe.PaymentIntent>): Promise<PaymentOutcome> {
  try {
    return outcomeOf(parseIntent(await answer))
  } catch (error) {
    return outcomeOfError(error) ?? { kind: 'unknown', problem: problemOf(error) }
  }
}

/**
 * Returns the outcome of a confirmation that failed: Stripe has not carried out what it refused to process, and without
 * a clear answer the money may have moved.
 */
export function outcomeOfConfirmError(error: unknown): PaymentOutcome {
  const outcome = outcomeOfError(error)
  if (outcome) return outcome
  const refusals = [errors.StripeAuthenticationError, errors.StripePermissionError, errors.StripeInvalidRequestError]
  const isRefused = refusals.some((kind) => error instanceof kind)
  return { kind: isRefused ? 'unavailable' : 'unknown', problem: problemOf(error) }
}

/**
 * Returns the result of a preparation that failed, where no money can have moved. @throws if an attempt is repeated
 * with other data, which only a bug can cause.
 */
export function preparedOfError(error: unknown): PreparedPayment {
  if (!isStripeError(error) || error instanceof errors.StripeIdempotencyError) throw error
  if (error instanceof errors.StripeCardError) return declinedOutcome(error)
  if (error instanceof errors.StripeRateLimitError) return { kind: 'declined', error: 'rate_limit' }
  if (error.code === 'resource_missing' && error.param === 'payment_method')
    return { kind: 'declined', error: 'missing' }
  return { kind: 'unavailable', problem: problemOf(error) }
}

/** Returns the codes of a Stripe error. @throws any other error. */
export function problemOf(error: unknown): ProviderProblem {
  if (!isStripeError(error)) throw error
  const { statusCode, rawType, code, requestId } = error
  return {
    failure: failureKindOf(error),
    status: statusCode ?? null,
    type: rawType ?? error.type,
    code: code ?? null,
    providerRequestId: requestId || null,
  }
}

/** Returns the outcome that an error implies for a payment; undefined if it implies none. */
function outcomeOfError(error: unknown): PaymentOutcome | undefined {
  if (!isStripeError(error)) throw error
  const intent = error.payment_intent?.status ? parseIntentIfValid(error.payment_intent) : undefined
  if (intent) return outcomeOf(intent)
  if (error instanceof errors.StripeCardError) return declinedOutcome(error)
  const isMissing = error.statusCode === 404 && error.code === 'resource_missing'
  return isMissing ? { kind: 'missing', problem: problemOf(error) } : undefined
}

/** Parses the payment included in an error; undefined if it is invalid. */
function parseIntentIfValid(answer: unknown): IntentAnswer | undefined {
  try {
    return parseIntent(answer)
  } catch {
    return undefined
  }
}

function failureKindOf(error: Stripe.errors.StripeError): FailureKind {
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError)
    return 'access'
  if (error instanceof errors.StripeConnectionError) return 'unreachable'
  return error instanceof errors.StripeInvalidRequestError ? 'other' : 'no_answer'
}

function isStripeError(error: unknown): error is Stripe.errors.StripeError {
  return error instanceof errors.StripeError
}

function declinedOutcome({ code, decline_code }: Stripe.errors.StripeError) {
  return { kind: 'declined', error: cardErrorOf({ code, declineCode: decline_code }) } as const
}
