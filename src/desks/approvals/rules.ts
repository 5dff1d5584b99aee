/** What is asked of another operator. */
export const approvalKinds = ['refund', 'prices', 'figure', 'setting'] as const
export type ApprovalKindName = (typeof approvalKinds)[number]

/**
 * How a request stands: it waits; another operator approved it, so that it was carried out, or could not be (`failed`), or
 * rejected it; whoever made it took it back; or nobody decided in time.
 */
export const approvalStates = ['requested', 'approved', 'rejected', 'withdrawn', 'expired', 'failed'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** What a list of requests shows. */
export const approvalFilters = ['open', 'decided'] as const
export type ApprovalFilter = (typeof approvalFilters)[number]

/** What is asked for about something that begins on a day. */
export const planActs = ['plan', 'change', 'withdraw'] as const

export const decisions = ['approve', 'reject'] as const
export type Decision = (typeof decisions)[number]

export const maxNoteLength = 500

/** A request as its rules look at it. */
export type ApprovalFacts = { state: ApprovalState; requestedBy: number; expiresAt: Date }

/** How a request stands at an instant: what nobody decided in time has expired, also before that is written down. */
export function stateAt({ state, expiresAt }: Pick<ApprovalFacts, 'state' | 'expiresAt'>, now: Date): ApprovalState {
  return state === 'requested' && expiresAt <= now ? 'expired' : state
}

/** What keeps an operator from deciding about a request; undefined where nothing does. */
export function decisionProblem(
  request: ApprovalFacts,
  { operatorId, now }: { operatorId: number; now: Date },
): 'approval_decided' | 'approval_expired' | 'own_approval' | undefined {
  const state = stateAt(request, now)
  if (state === 'expired') return 'approval_expired'
  if (state !== 'requested') return 'approval_decided'
  return request.requestedBy === operatorId ? 'own_approval' : undefined
}

/** What keeps an operator from taking a request back; undefined where nothing does. */
export function withdrawalProblem(
  request: ApprovalFacts,
  { operatorId, now }: { operatorId: number; now: Date },
): 'approval_decided' | 'approval_expired' | 'not_own_approval' | undefined {
  if (request.requestedBy !== operatorId) return 'not_own_approval'
  const state = stateAt(request, now)
  if (state === 'expired') return 'approval_expired'
  return state === 'requested' ? undefined : 'approval_decided'
}

/** When a request expires that is made now. */
export function expiryOf(now: Date, days: number): Date {
  return new Date(now.getTime() + days * 86_400_000)
}
