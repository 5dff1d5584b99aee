import * as z from 'zod/mini'
import type { Reply } from '#kit/call.ts'
import { isRefused } from '#kit/refusal.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { payItem } from '../api.ts'
import type { PayError } from '../rules.ts'

/** Where the dialog of a payment is. */
export type PaymentStep =
  | { kind: 'details' }
  | { kind: 'processing' }
  | { kind: 'authenticating'; platform: string; paymentId: string; clientSecret: string }
  /** Another amount is owed than was shown. */
  | { kind: 'amountChanged'; beforeCents: Cents; amountCents: Cents; method: PaidMethod | null }
  /** `until` is when it may be tried again, where that is known. */
  | { kind: 'failed'; error: FailureCode; at: Date; until?: Date }
  | { kind: 'paid' }

/** What the card fields have made of a card, with which no charge has been tried yet. */
export type PaidMethod = { platform: string; methodId: string }

/** The refusals of the call that have a sentence of their own. */
const explained = ['not_payable', 'platform_denied', 'token_readonly', 'too_many_attempts'] as const

/** Why it failed: what the card or the call was refused with, or something that nobody expected. */
export type FailureCode = PayError | (typeof explained)[number]

/** What the answer to a payment means for the dialog. */
export function stepAfter(reply: Reply<typeof payItem>, { platform, at }: { platform: string; at: Date }): PaymentStep {
  const { success, requires_action, payment_intent_id: paymentId, client_secret: clientSecret } = reply
  if (success) return { kind: 'paid' }
  if (requires_action && paymentId && clientSecret) return { kind: 'authenticating', platform, paymentId, clientSecret }
  return { kind: 'failed', error: reply.error ?? 'unknown_payment_error', at }
}

/**
 * What a call that failed means for the dialog. A broken connection or server leaves open whether the card was charged,
 * and is said to.
 */
export function stepAfterFailure(
  failure: unknown,
  { at, seenCents, method }: { at: Date; seenCents: Cents; method: PaidMethod | null },
): PaymentStep {
  if (!isRefused(failure) || isBroken(failure)) return { kind: 'failed', error: 'outcome_unknown', at }
  const now = AmountNow.safeParse(failure.extra?.current)
  if (failure.code === 'amount_changed' && now.success)
    return { kind: 'amountChanged', beforeCents: seenCents, amountCents: Math.round(now.data.amount * 100), method }
  const named: readonly FailureCode[] = [...explained, 'provider_unavailable']
  const error = named.find((code) => code === failure.code) ?? 'unknown_payment_error'
  const wait = WaitNow.safeParse(failure.extra?.current)
  const until = wait.success ? { until: new Date(at.getTime() + wait.data.retry_after_seconds * 1000) } : {}
  return { kind: 'failed', error, at, ...until }
}

const WaitNow = z.object({ retry_after_seconds: z.number() })
const AmountNow = z.object({ amount: z.number() })

// A server that is too busy (503) has turned the call away unread.
function isBroken({ status }: { status: number }): boolean {
  return status >= 500 && status !== 503
}

/** Whether nothing is known yet of a payment that was made elsewhere. */
export function isUndecided(step: PaymentStep): boolean {
  return step.kind === 'authenticating' || (step.kind === 'failed' && step.error === 'outcome_unknown')
}

const final: readonly FailureCode[] = ['outcome_unknown', ...explained]

/** Whether trying again makes sense: not while it is unknown whether the card was charged, and not for what cannot be paid. */
export function mayTryAgain(error: FailureCode): boolean {
  return !final.includes(error)
}
