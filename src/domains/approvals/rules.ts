import { msPerDay } from '#vocabulary/durations.ts'

/** The kinds of actions that need approval by another operator. */
export const approvalKinds = ['refund', 'prices', 'figure', 'setting', 'compensation'] as const
export type ApprovalKindName = (typeof approvalKinds)[number]

/**
 * The state of an approval request: `requested` while open; `approved` and executed by another operator, or approved
 * but not executable (`failed`); `rejected`; `withdrawn` by the operator who made it; or `expired` without a decision.
 */
export const approvalStates = ['requested', 'approved', 'rejected', 'withdrawn', 'expired', 'failed'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** The filters of the approval list. */
export const approvalFilters = ['open', 'decided'] as const
export type ApprovalFilter = (typeof approvalFilters)[number]

/** The actions on values that take effect from a given day. */
export const planActions = ['plan', 'change', 'withdraw'] as const

export const decisions = ['approve', 'reject'] as const
export type Decision = (typeof decisions)[number]

export const maxNoteLength = 500

/** The part of an approval request that the rules depend on. */
export type ApprovalFacts = { state: ApprovalState; requestedBy: number; expiresAt: Date }

/**
 * Returns the state of an approval request at an instant. An undecided request past its expiry is expired, even before
 * that is stored.
 */
export function approvalStateAt(
  { state, expiresAt }: Pick<ApprovalFacts, 'state' | 'expiresAt'>,
  now: Date,
): ApprovalState {
  return state === 'requested' && expiresAt <= now ? 'expired' : state
}

/** Returns why an operator may not decide a request, or undefined if they may. */
export function decisionProblem(
  request: ApprovalFacts,
  { operatorId, now }: { operatorId: number; now: Date },
): 'approval_decided' | 'approval_expired' | 'own_approval' | undefined {
  const state = approvalStateAt(request, now)
  if (state === 'expired') return 'approval_expired'
  if (state !== 'requested') return 'approval_decided'
  return request.requestedBy === operatorId ? 'own_approval' : undefined
}

/** Returns why an operator may not withdraw a request, or undefined if they may. */
export function withdrawalProblem(
  request: ApprovalFacts,
  { operatorId, now }: { operatorId: number; now: Date },
): 'approval_decided' | 'approval_expired' | 'not_own_approval' | undefined {
  if (request.requestedBy !== operatorId) return 'not_own_approval'
  const state = approvalStateAt(request, now)
  if (state === 'expired') return 'approval_expired'
  return state === 'requested' ? undefined : 'approval_decided'
}

/** Returns when a request made now expires. */
export function approvalExpiry(now: Date, days: number): Date {
  return new Date(now.getTime() + days * msPerDay)
}
