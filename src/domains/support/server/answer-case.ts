import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB, SupportCase } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { SentFile } from '#domains/uploads/api.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Files } from '#outside/files/files.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type CaseState, formatCaseNumber, isOpenCase } from '../rules.ts'
import { type FilesProblem, insertCaseMessage, runOrFilesProblem } from './open-case.ts'

/** The retailer's answer to a case. */
export type CaseAnswer = {
  caseId: number
  message: string
  /** The new state of the case. */
  state: CaseState
  /** Uploads of the person who answers, or small inline files. */
  files?: readonly SentFile[]
  /** Whether the author of the case can follow it in the portal; never for those with only an e-mail address. */
  isFollowed: boolean
  /** The user who answers, if they have an account. */
  userId?: number
  now: Date
  /** Refuses an answer if the case has changed since it was seen, returning its current state. */
  requireSeen?: (db: Database, current: Selectable<SupportCase>) => Promise<void>
}

/**
 * Answers a case for the retailer: adds the message, sets the new state, stops its clock and queues a mail to its
 * author, all within a transaction. @returns the id of the message, or why there is none: a file cannot be claimed, or
 * the case has been decided.
 * @throws if there is no such case.
 */
export function answerCase(
  { db, files }: { db: Kysely<DB>; files: Files },
  { caseId, message, state, files: inputFiles = [], isFollowed, userId, now, requireSeen }: CaseAnswer,
): Promise<number | FilesProblem | 'case_closed'> {
  return runOrFilesProblem(db, async (transaction) => {
    const before = await transaction
      .selectFrom('support_case')
      .where('case_id', '=', caseId)
      .selectAll()
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (!isOpenCase(before.state as CaseState)) return 'case_closed'
    await requireSeen?.(transaction, before)
    const messageId = await insertCaseMessage(
      { db: transaction, files },
      { caseId, author: 'administrator', userId: userId ?? null, words: message, files: inputFiles, now },
    )
    await transaction
      .updateTable('support_case')
      .set({ state, updated_at: now, answered_at: before.answered_at ?? now })
      .where('case_id', '=', caseId)
      .execute()
    await writeAudit(transaction, {
      action: 'case_answered',
      actorUserId: userId,
      customerId: before.customer_id ?? undefined,
      subject: `case:${caseId}`,
      before: { state: before.state },
      after: { state },
    })
    const contact = before.contact as unknown as { email: string } | null
    const isReadInMail = contact !== null || !isFollowed
    const openedOn = marketDayOf(before.opened_at, 'Europe/Madrid')
    await queueMessage(
      transaction,
      {
        kind: isReadInMail ? 'support.replied' : isOpenCase(state) ? 'support.answered' : 'support.closed',
        values: {
          number: formatCaseNumber(caseId, openedOn),
          subject: before.subject,
          state,
          // Authors who can follow the case do so in their account; the others have only the mail.
          ...(isReadInMail ? { answer: message } : {}),
        },
        ...(contact
          ? { toAddress: contact.email, locale: before.locale as Locale }
          : { userId: before.opened_by_user_id ?? undefined, ...(isFollowed ? { link: `/requests/${caseId}` } : {}) }),
        ...(before.customer_id !== null
          ? { customerId: before.customer_id, contractId: before.contract_id ?? undefined }
          : {}),
      },
      now,
    )
    return messageId
  })
}
