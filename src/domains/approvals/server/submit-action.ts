import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { RefusalDetails } from '#kit/refusal.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { ApprovalRequestedReply } from '../approval-reply.ts'
import { approvalExpiry } from '../rules.ts'
import type { ActionContext, ActionOutcome, ApprovalKind } from './approval-kind.ts'
import { expireApprovals, findOpenApproval, insertApproval } from './approval-store.ts'

export type ApprovalDeps = {
  db: Kysely<DB>
  settings: { now(): { approvals: { days: number } } }
  clock: () => Date
  config: { fourEyes: boolean }
}

type ActionSubmission<Payload> = {
  payload: Payload
  actor: { userId: number }
  request: { id: string }
  /** The contract holder that the action concerns. */
  customerId?: number
  reason?: string
}

type Refused<Code extends string> = { refused: Code; details?: RefusalDetails }
type SubmitOutcome<Done, Code extends string> =
  | { done: Done | ApprovalRequestedReply }
  | Refused<Code>
  | Refused<'approval_open'>

/**
 * Requests another operator's approval of an action. The action must be executable now: it is run and rolled back. If
 * four eyes are not in force, or the action needs no approval, it is executed at once.
 */
export async function submitAction<Payload, State, Done, Code extends string>(
  deps: ApprovalDeps,
  kind: ApprovalKind<Payload, State, Done, Code>,
  submission: ActionSubmission<Payload>,
): Promise<SubmitOutcome<Done, Code>> {
  const { payload, actor, request, reason = null } = submission
  const by = { userId: actor.userId, requestId: request.id, reason, now: deps.clock() }
  const { state, outcome, isCommitted } = await tryAction(deps, kind, payload, by)
  if ('refused' in outcome) return outcome
  if (isCommitted) return { done: kind.afterCommit ? await kind.afterCommit(payload) : outcome.done }
  return requestApproval(deps, kind, { ...submission, state, by })
}

/** Thrown to roll back a trial run within a transaction. */
class DryRunRollbackError extends Error {}

type DryRunResult<State, Done, Code extends string> = {
  state: State
  outcome: ActionOutcome<Done, Code>
  isCommitted: boolean
}

async function tryAction<Payload, State, Done, Code extends string>(
  { db, config }: ApprovalDeps,
  kind: ApprovalKind<Payload, State, Done, Code>,
  payload: Payload,
  by: ActionContext,
): Promise<DryRunResult<State, Done, Code>> {
  let result: DryRunResult<State, Done, Code> | undefined
  try {
    await db.transaction().execute(async (trx) => {
      const state = await kind.readState(trx, payload)
      const outcome = await kind.execute(trx, payload, by)
      const isDone = 'done' in outcome
      const isAlone = async () => !config.fourEyes || (await kind.needsNoApproval?.(trx, payload)) === true
      const isCommitted = isDone && (outcome.isRepeated === true || (await isAlone()))
      result = { state, outcome, isCommitted }
      if (!isCommitted) throw new DryRunRollbackError()
    })
  } catch (error) {
    if (!(error instanceof DryRunRollbackError)) throw error
  }
  return result!
}

type ApprovalRequestInput<Payload, State> = ActionSubmission<Payload> & { state: State; by: ActionContext }

async function requestApproval<Payload, State>(
  { db, settings }: ApprovalDeps,
  kind: Pick<ApprovalKind<Payload, State>, 'name' | 'subjectOf'>,
  { payload, customerId, state, by }: ApprovalRequestInput<Payload, State>,
): Promise<{ done: ApprovalRequestedReply } | Refused<'approval_open'>> {
  const { userId, requestId, reason, now } = by
  const subject = kind.subjectOf(payload)
  await expireApprovals(db, now, subject)
  return db.transaction().execute(async (trx) => {
    const id = randomUUID()
    const expiresAt = approvalExpiry(now, settings.now().approvals.days)
    const added = await insertApproval(trx, {
      ...{ approval_id: id, kind: kind.name, subject, customer_id: customerId ?? null, payload, seen: state, reason },
      ...{ requested_by_user_id: userId, requested_at: now, expires_at: expiresAt },
    })
    if (!added) return answerRepeated(await findOpenApproval(trx, subject), { userId, payload })
    await writeAudit(trx, {
      action: 'approval_requested',
      actorUserId: userId,
      customerId,
      subject: `approval:${id}`,
      after: { kind: kind.name, about: subject },
      requestId,
    })
    return { done: { approval_id: id, expires_at: expiresAt.toISOString() } }
  })
}

type OpenApproval = Awaited<ReturnType<typeof findOpenApproval>>

// A repeated request, for example after a lost reply, gets the id of the existing one.
function answerRepeated(
  open: OpenApproval,
  { userId, payload }: { userId: number; payload: unknown },
): { done: ApprovalRequestedReply } | Refused<'approval_open'> {
  const isSame = open?.requested_by_user_id === userId && isDeepStrictEqual(open.payload, toJson(payload))
  return open && isSame
    ? { done: { approval_id: open.approval_id, expires_at: open.expires_at.toISOString() } }
    : { refused: 'approval_open', details: { extra: { approval_id: open?.approval_id ?? null } } }
}

/** Returns a value as it is after a round trip through JSON. */
export function toJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
