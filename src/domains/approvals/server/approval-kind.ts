import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import type { RefusalDetails } from '#kit/refusal.ts'
import type { ApprovalKindName } from '../rules.ts'

/** Who performs an action, in which request, why and when. */
export type ActionContext = { userId: number; requestId: string; reason: string | null; now: Date }

/** Returns who performs an action as the audit log takes it. */
export function auditedBy({ userId, requestId }: ActionContext) {
  return { actor: { userId }, request: { id: requestId } }
}

/** The outcome of an action: done, already done under the same id, or refused with a code of its call. */
export type ActionOutcome<Done, Code extends string> =
  | { done: Done; isRepeated?: boolean }
  | { refused: Code; details?: RefusalDetails }

/** What the approval list shows of an action. Each desk has a schema of its own. */
type ApprovalDetail = { kind: ApprovalKindName }

/** A kind of action that one operator requests and another approves. */
export type ApprovalKind<
  Payload = never,
  State = never,
  Done = unknown,
  Code extends string = string,
  Detail extends ApprovalDetail = ApprovalDetail,
> = {
  name: ApprovalKindName
  /** Schema of the requested action. The payload is parsed again on execution. */
  payload: z.ZodMiniType<Payload>
  /** Returns the details shown to operators, without database access. */
  detail(payload: Payload, state: State): Detail
  /** Returns the subject of the action. At most one request per subject is open. */
  subjectOf(payload: Payload): string
  /**
   * Returns all current state that the action depends on, as JSON. Approval is refused if it differs from the state
   * seen at request time.
   */
  readState(db: Database, payload: Payload): Promise<State>
  /** Executes the action within the transaction. Refuses before it writes anything. */
  execute(trx: Transaction<DB>, payload: Payload, by: ActionContext): Promise<ActionOutcome<Done, Code>>
  /**
   * Returns whether the action needs no approval although four eyes are in force. Called after execution, before the
   * commit.
   */
  needsNoApproval?(trx: Transaction<DB>, payload: Payload): Promise<boolean>
  /** Makes the calls to other systems that follow the commit. If the server dies before, a job completes them. */
  afterCommit?(payload: Payload): Promise<Done>
}

/** An approval kind whose payload and state types only the kind itself knows. */
// biome-ignore lint/suspicious/noExplicitAny: each kind is handed only what it has itself parsed and read.
export type AnyApprovalKind = ApprovalKind<any, any, unknown, string>
