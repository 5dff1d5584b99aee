import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { LiveSettings } from '#domains/operator/server/live-settings.ts'
import type { RefusalDetails } from '#kit/refusal.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { ApprovalRequested } from '../requested.ts'
import { expiryOf } from '../rules.ts'
import type { ActedBy, ActOutcome, ApprovalKind } from './approval-kind.ts'
import { expireApprovals, insertApproval, openApproval } from './approval-store.ts'

export type ApprovalDeps = {
  db: Kysely<DB>
  settings: Pick<LiveSettings, 'now'>
  clock: () => Date
  config: { fourEyes: boolean }
}

type Submitted<Payload> = {
  payload: Payload
  actor: { userId: number }
  request: { id: string }
  /** The holder whose things it is about. */
  customerId?: number
  reason?: string
}

type Refused<Code extends string> = { refused: Code; details?: RefusalDetails }
type SubmitOutcome<Done, Code extends string> =
  | { done: Done | ApprovalRequested }
  | Refused<Code>
  | Refused<'approval_open'>

/**
 * Asks another operator to approve an act, which could be done now as it is: it is tried and taken back. Where four eyes are
 * not in force, or the act needs nobody else, it is done at once.
 */
export async function submitAct<Payload, State, Done, Code extends string>(
  deps: ApprovalDeps,
  kind: ApprovalKind<Payload, State, Done, Code>,
  submitted: Submitted<Payload>,
): Promise<SubmitOutcome<Done, Code>> {
  const { payload, actor, request, reason = null } = submitted
  const by = { userId: actor.userId, requestId: request.id, reason, now: deps.clock() }
  const { state, outcome, isCommitted } = await tryAct(deps, kind, payload, by)
  if ('refused' in outcome) return outcome
  if (isCommitted) return { done: kind.afterwards ? await kind.afterwards(payload) : outcome.done }
  return requestApproval(deps, kind, { ...submitted, state, by })
}

/** Takes back what was done within a transaction. */
class TakenBack extends Error {}

type Tried<State, Done, Code extends string> = { state: State; outcome: ActOutcome<Done, Code>; isCommitted: boolean }

async function tryAct<Payload, State, Done, Code extends string>(
  { db, config }: ApprovalDeps,
  kind: ApprovalKind<Payload, State, Done, Code>,
  payload: Payload,
  by: ActedBy,
): Promise<Tried<State, Done, Code>> {
  let tried: Tried<State, Done, Code> | undefined
  try {
    await db.transaction().execute(async (trx) => {
      const state = await kind.readState(trx, payload)
      const outcome = await kind.carryOut(trx, payload, by)
      const isDone = 'done' in outcome
      const isAlone = async () => !config.fourEyes || (await kind.mayActAlone?.(trx, payload)) === true
      const isCommitted = isDone && (outcome.isRepeated === true || (await isAlone()))
      tried = { state, outcome, isCommitted }
      if (!isCommitted) throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
  return tried!
}

type Requested<Payload, State> = Submitted<Payload> & { state: State; by: ActedBy }

async function requestApproval<Payload, State>(
  { db, settings }: ApprovalDeps,
  kind: Pick<ApprovalKind<Payload, State>, 'name' | 'subjectOf'>,
  { payload, customerId, state, by }: Requested<Payload, State>,
): Promise<{ done: ApprovalRequested } | Refused<'approval_open'>> {
  const { userId, requestId, reason, now } = by
  const subject = kind.subjectOf(payload)
  await expireApprovals(db, now, subject)
  return db.transaction().execute(async (trx) => {
    const id = randomUUID()
    const expiresAt = expiryOf(now, settings.now().approvals.days)
    const added = await insertApproval(trx, {
      ...{ approval_id: id, kind: kind.name, subject, customer_id: customerId ?? null, payload, seen: state, reason },
      ...{ requested_by_user_id: userId, requested_at: now, expires_at: expiresAt },
    })
    if (!added) return repeated(await openApproval(trx, subject), { userId, payload })
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

type OpenApproval = Awaited<ReturnType<typeof openApproval>>

// Whoever asks again for the same, as after an answer that got lost, is told of the same request.
function repeated(
  open: OpenApproval,
  { userId, payload }: { userId: number; payload: unknown },
): { done: ApprovalRequested } | Refused<'approval_open'> {
  const isSame = open?.requested_by_user_id === userId && isDeepStrictEqual(open.payload, asJson(payload))
  return open && isSame
    ? { done: { approval_id: open.approval_id, expires_at: open.expires_at.toISOString() } }
    : { refused: 'approval_open', details: { extra: { approval_id: open?.approval_id ?? null } } }
}

/** What a value is once it was kept as JSON. */
export function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}
