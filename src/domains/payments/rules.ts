import { cardErrors } from '#outside/payments/card-error.ts'
import type { Cents } from '#vocabulary/money.ts'

/** What can be paid, in the words of the wire (`related_object_type`, `online_payment.rel_object_type`). */
export const itemKinds = ['invoice', 'multipoint_invoice'] as const
export type ItemKind = (typeof itemKinds)[number]

/**
 * Why a payment has not succeeded: the card's error; that the provider could not be asked for it, or knows nothing of it, so
 * that nothing was charged; that it is not known yet whether it has; or an error without a name.
 */
export const payErrors = [
  ...cardErrors,
  'provider_unavailable',
  'never_charged',
  'outcome_unknown',
  'unknown_payment_error',
] as const
export type PayError = (typeof payErrors)[number]

type Owed = {
  paidStatus: string
  amountPendingCents: Cents
  rectificativeType: string
  /** Whether the invoice is gathered in a multipoint one, which is then what is paid. */
  isGathered: boolean
}

/**
 * Whether the portal takes a card for it: something is owed, the bank will not collect it by itself, and it is no refund
 * (types A and B give back).
 */
export function isPayable({ paidStatus, amountPendingCents, rectificativeType, isGathered }: Owed): boolean {
  const isOwed = paidStatus === 'unpaid' || paidStatus === 'pending_transfer'
  const givesBack = rectificativeType === 'A' || rectificativeType === 'B'
  return isOwed && amountPendingCents > 0 && !givesBack && !isGathered
}

/**
 * How an item stands after a payment arrived for it. Something may have changed while the card was being charged: what
 * is missing stays owed, and what is too much waits for a person to look at it.
 */
export function afterPayment(
  owed: { paidStatus: string; amountPendingCents: Cents },
  paidCents: Cents,
): { paidStatus: string; amountPendingCents: Cents } {
  const leftCents = owed.amountPendingCents - paidCents
  if (leftCents > 0) return { paidStatus: owed.paidStatus, amountPendingCents: leftCents }
  return { paidStatus: leftCents === 0 ? 'paid' : 'manual_verification_required', amountPendingCents: 0 }
}

/** The platforms that customers may use: those the retailer offers and this server can speak to, in the retailer's order. */
export function platformsOnOffer(
  { enablePayment, platforms }: { enablePayment: boolean; platforms: readonly string[] },
  configured: readonly string[],
): string[] {
  return enablePayment ? platforms.filter((platform) => configured.includes(platform)) : []
}

/** Where the payment of an item stands. In `created` no money can have moved; in `unknown` it may have. */
export type AttemptState = 'created' | 'processing' | 'requires_action' | 'succeeded' | 'failed' | 'unknown'

/**
 * What can happen to a payment: we ask for the money, or hear from the provider how it stands, or hear nothing. It may be
 * `missing` there, or the provider was `unavailable` when it was to be asked for the money: nothing was charged.
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
  // Money that moved is booked, whatever was said before.
  failed: { succeeded: 'succeeded' },
  succeeded: {},
}

/**
 * The state after an event, or null when the event changes nothing: events come late, twice and in any order, so what
 * does not fit is acknowledged and ignored.
 */
export function nextState(state: AttemptState, event: AttemptEvent): AttemptState | null {
  return transitions[state][event] ?? null
}

/** Whether the payment may still come to something, so that no other is begun for the same item. */
export function isOpen(state: AttemptState): boolean {
  return state !== 'succeeded' && state !== 'failed'
}

/** An open attempt in the way of another payment of the same item. */
export type Standing = { state: AttemptState; methodId: string; amountCents: Cents; quietSeconds: number }

/** Longer than a provider is waited for: whoever was asking about the attempt does not ask any more. */
const busySeconds = 30

/**
 * What becomes of an open attempt when the same item is to be paid again: `go on` with it, as when a question is repeated;
 * `wait`, as long as somebody else is at it; or `replace` it, for whoever comes with another card, or after the amount has
 * changed, wants the earlier attempt to end.
 */
export function whatToDoWith(
  { state, methodId, amountCents, quietSeconds }: Standing,
  wanted: { methodId: string; amountCents: Cents },
): 'go on' | 'wait' | 'replace' {
  const isSame = methodId === wanted.methodId && amountCents === wanted.amountCents
  if (state === 'requires_action') return isSame ? 'go on' : 'replace'
  const isBusy = (state === 'created' || state === 'processing') && quietSeconds < busySeconds
  return isBusy ? 'wait' : 'replace'
}

/**
 * Why a report of a provider is put aside: it does not say what it has to, could not be applied for hours, or is not of what
 * was asked for: another payment, amount or currency, or money of which nothing is known here.
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

/** How often a report is tried, later and later: for about two and a half hours. */
export const reportTries = 10
/** How long a report may wait before it is an alarm. */
export const reportAlarmSeconds = 900

type Expected = { platform: string; provider_payment: string | null; amount_cents: Cents }
type Told = { platform: string; paymentId: string; currency: string; amountCents: Cents }

/** In what a report on a payment differs from what was asked for; null in nothing. All prices are in euros. */
export function mismatchOf({ platform, provider_payment, amount_cents }: Expected, told: Told): PutAsideReason | null {
  const isOther = provider_payment !== null && provider_payment !== told.paymentId
  if (isOther || platform !== told.platform) return 'other_payment'
  if (told.currency !== 'EUR') return 'other_currency'
  return told.amountCents === amount_cents ? null : 'other_amount'
}

const firstCheckSeconds = 60
const longestWaitSeconds = 3_600
const abandonedSeconds = 1_800

/** After how many seconds a payment that stays open is asked about (again): soon at first, hourly in the end. */
export function secondsToNextCheck(ageSeconds: number): number {
  return Math.min(Math.max(ageSeconds, firstCheckSeconds), longestWaitSeconds)
}

/** Whether nobody is coming back to authenticate a payment. */
export function isAbandoned(ageSeconds: number): boolean {
  return ageSeconds >= abandonedSeconds
}

/**
 * Where a refund stands. In `pending` nobody has asked its provider for it; in `asked` and `unknown` money may have moved;
 * in `returned` the holder's bank has not taken it, perhaps after days.
 */
export const refundStates = ['pending', 'asked', 'made', 'refused', 'unknown', 'returned'] as const
export type RefundState = (typeof refundStates)[number]

/** What can happen to a refund: we ask for it, or hear what became of it, or hear nothing for too long. */
export type RefundEvent = 'asked' | 'made' | 'refused' | 'returned' | 'unknown'

const refundTransitions: Record<RefundState, Partial<Record<RefundEvent, RefundState>>> = {
  pending: { asked: 'asked', made: 'made', refused: 'refused', returned: 'returned' },
  asked: { made: 'made', refused: 'refused', unknown: 'unknown', returned: 'returned' },
  unknown: { made: 'made', refused: 'refused', returned: 'returned' },
  made: { returned: 'returned' },
  // Money that moved is booked, whatever was said before.
  refused: { made: 'made', returned: 'returned' },
  // That it had been made may be heard only after that.
  returned: {},
}

/** The state of a refund after an event, or null when the event changes nothing. */
export function nextRefundState(state: RefundState, event: RefundEvent): RefundState | null {
  return refundTransitions[state][event] ?? null
}

/** Whether so much of a payment may have been given back, so that it cannot be given back again. */
export function mayHaveMoved(state: RefundState): boolean {
  return state !== 'refused' && state !== 'returned'
}

/**
 * How an item stands after something that was paid for it has been given back: where it is owed again it is to be paid, and
 * otherwise somebody has looked at what was paid too much.
 */
export function afterRefund(
  owed: { paidStatus: string; amountPendingCents: Cents },
  { refundedCents, isOwedAgain }: { refundedCents: Cents; isOwedAgain: boolean },
): { paidStatus: string; amountPendingCents: Cents } {
  if (isOwedAgain) return { paidStatus: 'unpaid', amountPendingCents: owed.amountPendingCents + refundedCents }
  return { ...owed, paidStatus: owed.paidStatus === 'manual_verification_required' ? 'paid' : owed.paidStatus }
}

const keptKeyHours = 23

/** Whether a provider that knows refunds by their id still knows this one: Stripe forgets after a day. */
export function isRefundKeyKept(ageSeconds: number): boolean {
  return ageSeconds < keptKeyHours * 3_600
}
