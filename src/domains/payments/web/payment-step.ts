import * as z from 'zod/mini'
import type { Reply } from '#kit/call.ts'
import { isRefused } from '#kit/refusal.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { payItem } from '../api.ts'
import type { PayError } from '../rules.ts'

/** The step of the payment dialog. */
export type PaymentStep =
  | { kind: 'details' }
  | { kind: 'processing' }
  | { kind: 'authenticating'; platform: string; paymentId: string; clientSecret: string }
  /** The owed amount differs from the one shown. */
  | { kind: 'amountChanged'; beforeCents: Cents; amountCents: Cents; method: CardMethod | null }
  /** `until` is the time from which it may be retried, if known. */
  | { kind: 'failed'; error: FailureCode; at: Date; until?: Date }
  | { kind: 'paid' }

/** A payment method created by the card fields that has not been charged yet. */
export type CardMethod = { platform: string; methodId: string }

/** The refusals of the call that have a message of their own. */
const explainedRefusals = ['not_payable', 'platform_denied', 'token_readonly', 'too_many_attempts'] as const

/** The reason of a failure: the error of the card, the refusal of the call, or an unexpected error. */
export type FailureCode = PayError | (typeof explainedRefusals)[number]

/** Returns the step of the dialog for a reply. */
export function stepFromReply(
  reply: Reply<typeof payItem>,
  { platform, at }: { platform: string; at: Date },
): PaymentStep {
  const { success, requires_action, payment_intent_id: paymentId, client_secret: clientSecret } = reply
  if (success) return { kind: 'paid' }
  if (requires_action && paymentId && clientSecret) return { kind: 'authenticating', platform, paymentId, clientSecret }
  return { kind: 'failed', error: reply.error ?? 'unknown_payment_error', at }
}

/**
 * Returns the step of the dialog for a failed call. After a connection or server failure it is unknown whether the card
 * was charged, and the dialog says so.
 */
export function stepFromFailure(
  failure: unknown,
  { at, seenCents, method }: { at: Date; seenCents: Cents; method: CardMethod | null },
): PaymentStep {
  if (!isRefused(failure) || isServerFailure(failure)) return { kind: 'failed', error: 'outcome_unknown', at }
  const now = CurrentAmount.safeParse(failure.extra?.current)
  if (failure.code === 'amount_changed' && now.success)
    return { kind: 'amountChanged', beforeCents: seenCents, amountCents: Math.round(now.data.amount * 100), method }
  const named: readonly FailureCode[] = [...explainedRefusals, 'provider_unavailable']
  const error = named.find((code) => code === failure.code) ?? 'unknown_payment_error'
  const wait = CurrentWait.safeParse(failure.extra?.current)
  const until = wait.success ? { until: new Date(at.getTime() + wait.data.retry_after_seconds * 1000) } : {}
  return { kind: 'failed', error, at, ...until }
}

const CurrentWait = z.object({ retry_after_seconds: z.number() })
const CurrentAmount = z.object({ amount: z.number() })

// An overloaded server (503) has rejected the call without processing it.
function isServerFailure({ status }: { status: number }): boolean {
  return status >= 500 && status !== 503
}

/** Checks whether the outcome of a payment on the provider's page is still unknown. */
export function isUndecided(step: PaymentStep): boolean {
  return step.kind === 'authenticating' || (step.kind === 'failed' && step.error === 'outcome_unknown')
}

const finalErrors: readonly FailureCode[] = ['outcome_unknown', ...explainedRefusals]

/**
 * Checks whether a retry makes sense: not while it is unknown whether the card was charged, and not for what cannot be
 * paid.
 */
export function mayTryAgain(error: FailureCode): boolean {
  return !finalErrors.includes(error)
}
