import { isDeepStrictEqual } from 'node:util'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { RefusalDetails } from '#kit/refusal.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { type ApprovalState, type Decision, decisionProblem, withdrawalProblem } from '../rules.ts'
import type { AnyApprovalKind } from './approval-kind.ts'
import { lockApproval, settleApproval } from './approval-store.ts'
import { asJson } from './submit-act.ts'

export type DecisionDeps = {
  db: Kysely<DB>
  kinds: readonly AnyApprovalKind[]
  clock: () => Date
  log: { error(details: object, message: string): void }
}

type DecisionInput = { id: string; decision: Decision; note: string; userId: number; requestId: string }
type Decided = { state: ApprovalState; failure: string | null }
type Problem = NonNullable<ReturnType<typeof decisionProblem>> | 'approval_outdated'
type DecisionOutcome = { decided: Decided } | { refused: Problem; details?: RefusalDetails }

/**
 * Decides about a request of another operator. What is approved is done in the same transaction, unless something else stands
 * than was seen; what others have to be asked for it comes afterwards. The same decision of the same operator once more is
 * answered as before.
 */
export async function decideRequest(deps: DecisionDeps, input: DecisionInput): Promise<DecisionOutcome> {
  const done: { afterwards?: () => Promise<unknown> } = {}
  const outcome = await deps.db.transaction().execute((trx) => decideWithin(trx, { ...deps, ...input, done }))
  try {
    await done.afterwards?.()
  } catch (error) {
    // The decision stands, and a job goes on with what it began.
    deps.log.error({ approvalId: input.id, error: (error as Error).message }, 'approved act not finished')
  }
  return outcome
}

type Deciding = DecisionDeps & DecisionInput & { done: { afterwards?: () => Promise<unknown> } }
type Locked = Awaited<ReturnType<typeof lockApproval>>

async function decideWithin(trx: Transaction<DB>, deciding: Deciding): Promise<DecisionOutcome> {
  const { id, decision, userId } = deciding
  const now = deciding.clock()
  const row = await lockApproval(trx, id)
  if (isRepeated(row, deciding)) return { decided: { state: row.state, failure: row.failure } }
  const facts = { state: row.state, requestedBy: row.requested_by_user_id, expiresAt: row.expires_at }
  const problem = decisionProblem(facts, { operatorId: userId, now })
  if (problem) return { refused: problem }
  if (decision === 'reject') return settle(trx, row, { ...deciding, state: 'rejected', failure: null })

  const kind = deciding.kinds.find(({ name }) => name === row.kind)
  const payload = kind?.payload.safeParse(row.payload)
  if (!kind || !payload?.success) return settle(trx, row, { ...deciding, state: 'failed', failure: 'unreadable' })
  const state = await kind.readState(trx, payload.data)
  if (!isDeepStrictEqual(asJson(state), row.seen))
    return { refused: 'approval_outdated', details: { extra: { current: kind.detail(payload.data, state) } } }
  const by = { userId: row.requested_by_user_id, requestId: deciding.requestId, reason: row.reason, now }
  const outcome = await kind.carryOut(trx, payload.data, by)
  if ('refused' in outcome) return settle(trx, row, { ...deciding, state: 'failed', failure: outcome.refused })
  deciding.done.afterwards = () => kind.afterwards?.(payload.data) ?? Promise.resolve()
  return settle(trx, row, { ...deciding, state: 'approved', failure: null })
}

function isRepeated(row: Locked, { userId, decision }: DecisionInput): boolean {
  const states: Record<Decision, readonly ApprovalState[]> = { approve: ['approved', 'failed'], reject: ['rejected'] }
  return row.decided_by_user_id === userId && states[decision].includes(row.state)
}

type Settling = Deciding & { state: 'approved' | 'rejected' | 'failed'; failure: string | null }

async function settle(trx: Transaction<DB>, row: Locked, settling: Settling): Promise<DecisionOutcome> {
  const { state, failure, note, userId, requestId, clock } = settling
  await settleApproval(trx, row.approval_id, { state, userId, note: note || null, failure, now: clock() })
  await writeAudit(trx, {
    action: `approval_${state}`,
    actorUserId: userId,
    customerId: row.customer_id ?? undefined,
    ...aboutOf(row, { decidedBy: userId, ...(failure === null ? {} : { failure }) }),
    requestId,
  })
  return { decided: { state, failure } }
}

function aboutOf(row: Locked, more: object) {
  return {
    subject: `approval:${row.approval_id}`,
    after: { kind: row.kind, about: row.subject, requestedBy: row.requested_by_user_id, ...more },
  }
}

type WithdrawalInput = { id: string; userId: number; requestId: string }

/** Takes a request back for whoever made it; answers what keeps them from it. */
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
    await settleApproval(trx, id, { state: 'withdrawn', userId, note: null, failure: null, now })
    await writeAudit(trx, {
      action: 'approval_withdrawn',
      actorUserId: userId,
      customerId: row.customer_id ?? undefined,
      ...aboutOf(row, { decidedBy: userId }),
      requestId,
    })
    return undefined
  })
}
