import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import type { RefusalDetails } from '#kit/refusal.ts'
import type { ApprovalDetail } from '../api.ts'
import type { ApprovalKindName } from '../rules.ts'

/** Whose act it is, by which request it is done, and when. */
export type ActedBy = { userId: number; requestId: string; reason: string | null; now: Date }

/** What became of an act: it was done, or done before under the same name, or is refused with a code of its call. */
export type ActOutcome<Done, Code extends string> =
  | { done: Done; isRepeated?: boolean }
  | { refused: Code; details?: RefusalDetails }

/** Something that one operator asks for and another approves. */
export type ApprovalKind<Payload = never, State = never, Done = unknown, Code extends string = string> = {
  name: ApprovalKindName
  /** What is asked for. It is parsed once more when it is carried out. */
  payload: z.ZodMiniType<Payload>
  /** What stands where it is shown to operators, without a look into the database. */
  detail(payload: Payload, state: State): ApprovalDetail
  /** What it is about: at most one request about it is open. */
  subjectOf(payload: Payload): string
  /** All that stands and that the act depends on, as JSON: an approval is refused where it is not what was seen. */
  readState(db: Database, payload: Payload): Promise<State>
  /** Does it, all within the transaction. It refuses before it writes. */
  carryOut(trx: Transaction<DB>, payload: Payload, by: ActedBy): Promise<ActOutcome<Done, Code>>
  /** Whether it needs nobody else, though four eyes are in force; asked when it has been done, before that is committed. */
  mayActAlone?(trx: Transaction<DB>, payload: Payload): Promise<boolean>
  /** What others are to be asked once it is committed. A server that dies before it leaves it to a job. */
  afterwards?(payload: Payload): Promise<Done>
}

/** A kind whose payload and state only itself knows. */
// biome-ignore lint/suspicious/noExplicitAny: each kind is handed only what it has itself parsed and read.
export type AnyApprovalKind = ApprovalKind<any, any, unknown, string>
