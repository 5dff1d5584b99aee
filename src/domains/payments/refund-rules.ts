import type { Cents } from '#vocabulary/money.ts'

/**
 * The states of a refund. In `pending` it has not been requested from the provider; in `asked` and `unknown` money may
 * have moved; in `returned` the holder's bank has sent it back, possibly after days.
 */
export const refundStates = ['pending', 'asked', 'made', 'refused', 'unknown', 'returned'] as const

export type RefundState = (typeof refundStates)[number]

/** The events of a refund: it is requested, its outcome becomes known, or there is no answer for too long. */
export type RefundEvent = 'asked' | 'made' | 'refused' | 'returned' | 'unknown'

const refundTransitions: Record<RefundState, Partial<Record<RefundEvent, RefundState>>> = {
  pending: { asked: 'asked', made: 'made', refused: 'refused', returned: 'returned' },
  asked: { made: 'made', refused: 'refused', unknown: 'unknown', returned: 'returned' },
  unknown: { made: 'made', refused: 'refused', returned: 'returned' },
  made: { returned: 'returned' },
  // Money that has moved is always booked, whatever was reported before.
  refused: { made: 'made', returned: 'returned' },
  // The report that it was made may arrive only after the return.
  returned: {},
}

/** Returns the state of a refund after an event, or null if the event changes nothing. */
export function nextRefundState(state: RefundState, event: RefundEvent): RefundState | null {
  return refundTransitions[state][event] ?? null
}

/** Checks whether the amount may have been refunded, so that it cannot be refunded again. */
export function mayHaveMoved(state: RefundState): boolean {
  return state !== 'refused' && state !== 'returned'
}

/**
 * Returns the status of an item after a refund. If the amount is owed again, the item is unpaid; otherwise an
 * overpayment counts as verified.
 */
export function applyRefund(
  status: { paidStatus: string; amountPendingCents: Cents },
  { refundedCents, isOwedAgain }: { refundedCents: Cents; isOwedAgain: boolean },
): { paidStatus: string; amountPendingCents: Cents } {
  if (isOwedAgain) return { paidStatus: 'unpaid', amountPendingCents: status.amountPendingCents + refundedCents }
  return { ...status, paidStatus: status.paidStatus === 'manual_verification_required' ? 'paid' : status.paidStatus }
}

const refundKeyHours = 23

/**
 * Checks whether a provider that identifies refunds by their id still knows this one: Stripe forgets the id after a
 * day.
 */
export function isRefundKeyValid(ageSeconds: number): boolean {
  return ageSeconds < refundKeyHours * 3_600
}

/**
 * Returns the status of an item whose direct debit has come back. What was returned is owed again, unless the item is
 * known to be unpaid already: another system has booked the return before.
 */
export function applyReturnedDebit(
  status: { paidStatus: string; amountPendingCents: Cents },
  returnedCents: Cents,
): { paidStatus: string; amountPendingCents: Cents } {
  if (status.paidStatus === 'unpaid') return status
  // While a debit is under way, its amount is still pending.
  const pendingCents = status.paidStatus === 'pending_remesa' ? 0 : status.amountPendingCents
  return { paidStatus: 'unpaid', amountPendingCents: pendingCents + returnedCents }
}
