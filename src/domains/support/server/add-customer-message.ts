import type { Kysely, Selectable } from 'kysely'
import type { DB, SupportCase } from '#db/tables.ts'
import type { SentFile } from '#domains/uploads/api.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import type { Files } from '#outside/files/files.ts'
import { type CaseState, stateAfterCustomerMessage } from '../rules.ts'
import { resumeAnswerDuty } from './answer-duty.ts'
import { type FilesProblem, insertCaseMessage, runOrFilesProblem } from './open-case.ts'

type CustomerMessage = {
  /** Who writes; null for whoever came by the link of a mail. */
  userId: number | null
  words: string
  files: readonly SentFile[]
  now: Date
}

/**
 * Adds a message of its customer to a case, and starts its clock anew if it stood still for that. `checkState` throws
 * where the case, which is locked meanwhile, no longer takes messages. @returns its id, or why a file is not taken.
 */
export function addCustomerMessage(
  { db, files }: { db: Kysely<DB>; files: Files },
  caseRow: Selectable<SupportCase>,
  { message: { now, ...message }, checkState }: { message: CustomerMessage; checkState: (state: CaseState) => void },
): Promise<number | FilesProblem> {
  const { case_id, customer_id, contract_id } = caseRow
  return runOrFilesProblem(db, async (transaction) => {
    // The retailer may be deciding the case concurrently with an answer.
    const { state } = await transaction
      .selectFrom('support_case')
      .where('case_id', '=', case_id)
      .select('state')
      .forUpdate()
      .executeTakeFirstOrThrow()
    checkState(state as CaseState)
    await transaction
      .updateTable('support_case')
      .set({ state: stateAfterCustomerMessage(state as CaseState), updated_at: now, completion_warned_at: null })
      .where('case_id', '=', case_id)
      .execute()
    await resumeAnswerDuty(transaction, case_id, now)
    const added = { ...message, now, caseId: case_id, author: 'customer' } as const
    const messageId = await insertCaseMessage({ db: transaction, files }, added)
    const data = { case_id, message_id: messageId, customer_id, contract_id }
    await queueEvent(transaction, { type: 'case.answered', data }, now)
    return messageId
  })
}
