import type { Selectable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { SupportCase } from '#db/tables.ts'
import { beginStop } from '#domains/collections/server/debt-stops.ts'
import { type CaseTopic, stopsSuspension } from '../../../rules.ts'
import { openAnswerDuty } from '../../../server/answer-duty.ts'
import { findContractOfCase } from '../../../server/find-case-contract.ts'

/** Notes that the last answer to a case was sent by letter. @returns false if none is wanted so, or it was noted. */
export async function setAnswerPosted(db: Database, caseId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('support_case')
    .set({ answer_posted_at: now })
    .where('case_id', '=', caseId)
    .where('answer_channel', '=', 'letter')
    .where('answer_posted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('support_message')
          .whereRef('support_message.case_id', '=', 'support_case.case_id')
          .where('author', '=', 'administrator')
          .select('message_id'),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Opens a closed case again, which is answered anew within its term. @returns false if it is open already. */
export async function openCaseAgain(db: Database, row: Selectable<SupportCase>, now: Date): Promise<boolean> {
  const { case_id: caseId, case_type: caseType } = row
  const { numUpdatedRows } = await db
    .updateTable('support_case')
    .set({ state: 'being_processed', closure: null, answered_at: null, reopened_at: now, updated_at: now })
    .set({ rating: null, rating_remark: null, rated_at: null })
    .where('case_id', '=', caseId)
    .where('state', 'in', ['accepted', 'denied'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const contract = await findContractOfCase(db, row)
  const topic = row.topic as CaseTopic | null
  if (contract && stopsSuspension({ caseType, topic }))
    await beginStop(db, { ...contract, subject: `case:${caseId}`, reason: 'complaint', at: now })
  await openAnswerDuty(db, { caseId, caseType, topic, contract, at: now })
  return true
}
