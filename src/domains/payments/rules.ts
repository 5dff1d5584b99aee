import { cardErrors } from '#outside/payments/card-error.ts'
import type { Cents } from '#vocabulary/money.ts'

/**
 * The kinds of items that can be paid, by their API values (`related_object_type`, `online_payment.rel_object_type`).
 */
export const itemKinds = ['invoice', 'multipoint_invoice'] as const

export type ItemKind = (typeof itemKinds)[number]

/**
 * The reasons why a payment has not succeeded: a card error; the provider was unavailable or does not know the payment,
 * so nothing was charged; the outcome is not known yet; or an unknown error.
 */
export const payErrors = [
  ...cardErrors,
  'provider_unavailable',
  'never_charged',
  'outcome_unknown',
  'unknown_payment_error',
] as const

export type PayError = (typeof payErrors)[number]

type PayableCheckInput = {
  paidStatus: string
  amountPendingCents: Cents
  rectificativeType: string
  /** Whether the invoice belongs to a multipoint invoice, which is paid in its place. */
  isPartOfMultipoint: boolean
}

/**
 * Checks whether the portal accepts a card for an invoice: an amount is owed, no direct debit will collect it, and it
 * is not a refund (types A and B give money back).
 */
export function isPayable({
  paidStatus,
  amountPendingCents,
  rectificativeType,
  isPartOfMultipoint,
}: PayableCheckInput): boolean {
  const isOwed = paidStatus === 'unpaid' || paidStatus === 'pending_transfer'
  const givesBack = rectificativeType === 'A' || rectificativeType === 'B'
  return isOwed && amountPendingCents > 0 && !givesBack && !isPartOfMultipoint
}

/**
 * Returns the status of an item after a payment. The amount may have changed while the card was being charged: a
 * missing amount stays owed, and an excess requires manual verification.
 */
export function applyPayment(
  status: { paidStatus: string; amountPendingCents: Cents },
  paidCents: Cents,
): { paidStatus: string; amountPendingCents: Cents } {
  const leftCents = status.amountPendingCents - paidCents
  if (leftCents > 0) return { paidStatus: status.paidStatus, amountPendingCents: leftCents }
  return { paidStatus: leftCents === 0 ? 'paid' : 'manual_verification_required', amountPendingCents: 0 }
}

/**
 * Returns the platforms available to customers: those that the retailer offers and that this server is configured for,
 * in the retailer's order.
 */
export function filterOfferedPlatforms(
  { enablePayment, platforms }: { enablePayment: boolean; platforms: readonly string[] },
  configured: readonly string[],
): string[] {
  return enablePayment ? platforms.filter((platform) => configured.includes(platform)) : []
}

/** The state of a payment attempt. In `created` no money can have moved; in `unknown` it may have. */
export type AttemptState = 'created' | 'processing' | 'requires_action' | 'succeeded' | 'failed' | 'unknown'

/**
 * The events of a payment attempt: the charge is requested, the provider reports a state, or gives no answer. The
 * payment may be `missing` at the provider, or the provider was `unavailable` when the charge was requested: in both
 * cases nothing was charged.
 */
export type AttemptEvent =
  | 'asked'
  | 'pending'
  | 'requires_action'
  | 'succeeded'
  | 'declined'
  | 'unknown'
  | 'missing'
  | 'unavailable'

const transitions: Record<AttemptState, Partial<Record<AttemptEvent, AttemptState>>> = {
  created: {
    asked: 'processing',
    pending: 'processing',
    requires_action: 'requires_action',
    succeeded: 'succeeded',
    declined: 'failed',
    missing: 'failed',
    unavailable: 'failed',
  },
  processing: {
    requires_action: 'requires_action',
    succeeded: 'succeeded',
    declined: 'failed',
    unknown: 'unknown',
    missing: 'failed',
    unavailable: 'failed',
  },
  requires_action: { pending: 'processing', succeeded: 'succeeded', declined: 'failed', missing: 'failed' },
  unknown: {
    pending: 'processing',
    requires_action: 'requires_action',
    succeeded: 'succeeded',
    declined: 'failed',
    missing: 'failed',
  },
  // Money that has moved is always booked, whatever was reported before.
  failed: { succeeded: 'succeeded' },
  succeeded: {},
}

/**
 * Returns the state after an event, or null if the event changes nothing. Events arrive late, repeatedly and in any
 * order, so one that does not fit is acknowledged and ignored.
 */
export function nextState(state: AttemptState, event: AttemptEvent): AttemptState | null {
  return transitions[state][event] ?? null
}

/** Checks whether the payment may still succeed, so that no other one may be started for the same item. */
export function isOpen(state: AttemptState): boolean {
  return state !== 'succeeded' && state !== 'failed'
}

/** The status of an open attempt that blocks another payment of the same item. */
export type OpenAttemptStatus = { state: AttemptState; methodId: string; amountCents: Cents; quietSeconds: number }

/**
 * Longer than the timeout of a provider call: after this time, no request about the attempt is in progress any more.
 */
const busySeconds = 30

/**
 * Decides what happens to an open attempt when the same item is to be paid again: `resume` it if the same request is
 * repeated; `wait` while another request is in progress; or `replace` it, because a user who brings another card, or
 * pays after the amount has changed, wants the earlier attempt to end.
 */
export function resolveOpenAttempt(
  { state, methodId, amountCents, quietSeconds }: OpenAttemptStatus,
  requested: { methodId: string; amountCents: Cents },
): 'resume' | 'wait' | 'replace' {
  const isSame = methodId === requested.methodId && amountCents === requested.amountCents
  if (state === 'requires_action') return isSame ? 'resume' : 'replace'
  const isBusy = (state === 'created' || state === 'processing') && quietSeconds < busySeconds
  return isBusy ? 'wait' : 'replace'
}

/**
 * The reasons why a provider's report is put aside: it is unreadable, could not be applied for hours, or does not match
 * the request: another payment, currency or amount, or money for an unknown payment.
 */
export const putAsideReasons = [
  'unreadable',
  'failing',
  'unknown_payment',
  'other_payment',
  'other_currency',
  'other_amount',
] as const

export type PutAsideReason = (typeof putAsideReasons)[number]

/** The maximum number of tries to apply a report, with growing pauses: about two and a half hours in total. */
export const maxReportTries = 10

/** The number of seconds that a report may wait before an alarm is raised. */
export const reportAlarmSeconds = 900

type ExpectedPayment = { platform: string; provider_payment: string | null; amount_cents: Cents }

type ReportedPayment = { platform: string; paymentId: string; currency: string; amountCents: Cents }

/** Returns how a reported payment differs from the requested one, or null if it matches. All prices are in euros. */
export function findMismatch(
  { platform, provider_payment, amount_cents }: ExpectedPayment,
  reported: ReportedPayment,
): PutAsideReason | null {
  const isOther = provider_payment !== null && provider_payment !== reported.paymentId
  if (isOther || platform !== reported.platform) return 'other_payment'
  if (reported.currency !== 'EUR') return 'other_currency'
  return reported.amountCents === amount_cents ? null : 'other_amount'
}

const firstCheckSeconds = 60

const maxWaitSeconds = 3_600

const abandonedSeconds = 1_800

/** Returns the number of seconds until an open payment is checked (again): soon at first, hourly in the end. */
export function secondsToNextCheck(ageSeconds: number): number {
  return Math.min(Math.max(ageSeconds, firstCheckSeconds), maxWaitSeconds)
}

/** Checks whether a payment is too old for its holder to still authenticate it. */
export function isAbandoned(ageSeconds: number): boolean {
  return ageSeconds >= abandonedSeconds
}
