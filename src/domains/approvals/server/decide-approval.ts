import { isDeepStrictEqual } from 'node:util'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { RefusalDetails } from '#kit/refusal.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { type ApprovalState, type Decision, decisionProblem, withdrawalProblem } from '../rules.ts'
import type { AnyApprovalKind } from './approval-kind.ts'
import { lockApproval, saveDecision } from './approval-store.ts'
import { toJson } from './submit-action.ts'

export type DecisionDeps = {
  db: Kysely<DB>
  kinds: readonly AnyApprovalKind[]
  clock: () => Date
  log: { error(details: object, message: string): void }
}

type DecisionInput = { id: string; decision: Decision; note: string; userId: number; requestId: string }
type DecisionReply = { state: ApprovalState; failure: string | null }
type Problem = NonNullable<ReturnType<typeof decisionProblem>> | 'approval_outdated'
type DecisionOutcome = { decided: DecisionReply } | { refused: Problem; details?: RefusalDetails }

/**
 * Decides a request of another operator. An approved action is executed in the same transaction, unless the current
 * state differs from the one seen at request time; calls to other systems follow the commit. Repeating the same
 * decision as the same operator returns the first result.
 */
export async function decideRequest(deps: DecisionDeps, input: DecisionInput): Promise<DecisionOutcome> {
  const followUp: { afterwards?: () => Promise<unknown> } = {}
  const outcome = await deps.db
    .transaction()
    .execute((trx) => decideInTransaction(trx, { ...deps, ...input, followUp }))
  try {
    await followUp.afterwards?.()
  } catch (error) {
    // The decision stands; a job completes the action that it started.
    deps.log.error({ approvalId: input.id, error: (error as Error).message }, 'approved action not completed')
  }
  return outcome
}

type DecisionContext = DecisionDeps & DecisionInput & { followUp: { afterwards?: () => Promise<unknown> } }
type LockedApproval = Awaited<ReturnType<typeof lockApproval>>

async function decideInTransaction(trx: Transaction<DB>, context: DecisionContext): Promise<DecisionOutcome> {
  const { id, decision, userId } = context
  const now = context.clock()
  const row = await lockApproval(trx, id)
  if (isRepeatedDecision(row, context)) return { decided: { state: row.state, failure: row.failure } }
  const facts = { state: row.state, requestedBy: row.requested_by_user_id, expiresAt: row.expires_at }
  const problem = decisionProblem(facts, { operatorId: userId, now })
  if (problem) return { refused: problem }
  if (decision === 'reject') return saveOutcome(trx, row, { ...context, state: 'rejected', failure: null })

  const kind = context.kinds.find(({ name }) => name === row.kind)
  const payload = kind?.payload.safeParse(row.payload)
  if (!kind || !payload?.success) return saveOutcome(trx, row, { ...context, state: 'failed', failure: 'unreadable' })
  const state = await kind.readState(trx, payload.data)
  if (!isDeepStrictEqual(toJson(state), row.seen))
    return { refused: 'approval_outdated', details: { extra: { current: kind.detail(payload.data, state) } } }
  const by = { userId: row.requested_by_user_id, requestId: context.requestId, reason: row.reason, now }
  const outcome = await kind.execute(trx, payload.data, by)
  if ('refused' in outcome) return saveOutcome(trx, row, { ...context, state: 'failed', failure: outcome.refused })
  context.followUp.afterwards = () => kind.afterCommit?.(payload.data) ?? Promise.resolve()
  return saveOutcome(trx, row, { ...context, state: 'approved', failure: null })
}

function isRepeatedDecision(row: LockedApproval, { userId, decision }: DecisionInput): boolean {
  const states: Record<Decision, readonly ApprovalState[]> = { approve: ['approved', 'failed'], reject: ['rejected'] }
  return row.decided_by_user_id === userId && states[decision].includes(row.state)
}

type SettleInput = DecisionContext & { state: 'approved' | 'rejected' | 'failed'; failure: string | null }

async function saveOutcome(trx: Transaction<DB>, row: LockedApproval, input: SettleInput): Promise<DecisionOutcome> {
  const { state, failure, note, userId, requestId, clock } = input
  await saveDecision(trx, row.approval_id, { state, userId, note: note || null, failure, now: clock() })
  await writeAudit(trx, {
    action: `approval_${state}`,
    actorUserId: userId,
    customerId: row.customer_id ?? undefined,
    ...auditSubjectOf(row, { decidedBy: userId, ...(failure === null ? {} : { failure }) }),
    requestId,
  })
  return { decided: { state, failure } }
}

function auditSubjectOf(row: LockedApproval, more: object) {
  return {
    subject: `approval:${row.approval_id}`,
    after: { kind: row.kind, about: row.subject, requestedBy: row.requested_by_user_id, ...more },
  }
}

type WithdrawalInput = { id: string; userId: number; requestId: string }

/** Withdraws a request for the operator who made it. Returns why it could not be withdrawn. */
export function withdrawRequest(
  { db, clock }: Pick<DecisionDeps, 'db' | 'clock'>,
  { id, userId, requestId }: WithdrawalInput,
): Promise<ReturnType<typeof withdrawalProblem>> {
  return db.transaction().execute(async (trx) => {
    const now = clock()
    const row = await lockApproval(trx, id)
    const facts = { state: row.state, requestedBy: row.requested_by_user_id, expiresAt: row.expires_at }
    const problem = withdrawalProblem(facts, { operatorId: userId, now })
    if (problem) return problem
    await saveDecision(trx, id, { state: 'withdrawn', userId, note: null, failure: null, now })
    await writeAudit(trx, {
      action: 'approval_withdrawn',
      actorUserId: userId,
      customerId: row.customer_id ?? undefined,
      ...auditSubjectOf(row, { decidedBy: userId }),
      requestId,
    })
    return undefined
  })
}
