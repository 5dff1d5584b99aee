import Stripe from 'stripe'
import type { FailureKind } from '#outside/asked.ts'
import { cardErrorOf } from '../card-error.ts'
import type { Outcome, Prepared, ProviderProblem } from '../payments.ts'
import { type IntentAnswer, readIntent } from './answers.ts'
import { outcomeOf } from './outcome.ts'

const { errors } = Stripe

/**
 * What Stripe tells of a payment that it was asked about. An error that does not tell where the money is leaves it open,
 * ours and theirs alike; only that there is no such payment is an answer.
 */
export async function outcomeOfAnswer(answer: Promise<Stripe.PaymentIntent>): Promise<Outcome> {
  try {
    return outcomeOf(readIntent(await answer))
  } catch (error) {
    return told(error) ?? { kind: 'unknown', problem: problemOf(error) }
  }
}

/**
 * The same for a payment whose money was asked for: what Stripe has refused to deal with it has not done, and without a clear
 * answer the money may have moved.
 */
export function outcomeOfConfirmError(error: unknown): Outcome {
  const outcome = told(error)
  if (outcome) return outcome
  const refusals = [errors.StripeAuthenticationError, errors.StripePermissionError, errors.StripeInvalidRequestError]
  const isRefused = refusals.some((kind) => error instanceof kind)
  return { kind: isRefused ? 'unavailable' : 'unknown', problem: problemOf(error) }
}

/**
 * The same for a payment that is only being made known, where nothing can have moved. @throws when an attempt comes with
 * other figures than before, which only a fault of ours can do.
 */
export function preparedOfError(error: unknown): Prepared {
  if (!isOfStripe(error) || error instanceof errors.StripeIdempotencyError) throw error
  if (error instanceof errors.StripeCardError) return declined(error)
  if (error instanceof errors.StripeRateLimitError) return { kind: 'declined', error: 'rate_limit' }
  if (error.code === 'resource_missing' && error.param === 'payment_method')
    return { kind: 'declined', error: 'missing' }
  return { kind: 'unavailable', problem: problemOf(error) }
}

/** An error of Stripe's in its codes. @throws what is none. */
export function problemOf(error: unknown): ProviderProblem {
  if (!isOfStripe(error)) throw error
  const { statusCode, rawType, code, requestId } = error
  return {
    failure: failureOf(error),
    status: statusCode ?? null,
    type: rawType ?? error.type,
    code: code ?? null,
    providerRequestId: requestId || null,
  }
}

/** What an error tells of a payment; undefined where it tells nothing. */
function told(error: unknown): Outcome | undefined {
  if (!isOfStripe(error)) throw error
  const intent = error.payment_intent?.status ? readable(error.payment_intent) : undefined
  if (intent) return outcomeOf(intent)
  if (error instanceof errors.StripeCardError) return declined(error)
  const isMissing = error.statusCode === 404 && error.code === 'resource_missing'
  return isMissing ? { kind: 'missing', problem: problemOf(error) } : undefined
}

/** A payment that comes along with an error; one that cannot be read tells nothing. */
function readable(answer: unknown): IntentAnswer | undefined {
  try {
    return readIntent(answer)
  } catch {
    return undefined
  }
}

function failureOf(error: Stripe.errors.StripeError): FailureKind {
  if (error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError)
    return 'access'
  if (error instanceof errors.StripeConnectionError) return 'unreachable'
  return error instanceof errors.StripeInvalidRequestError ? 'other' : 'no_answer'
}

function isOfStripe(error: unknown): error is Stripe.errors.StripeError {
  return error instanceof errors.StripeError
}

function declined({ code, decline_code }: Stripe.errors.StripeError) {
  return { kind: 'declined', error: cardErrorOf({ code, declineCode: decline_code }) } as const
}
