import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB, SupportCase } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { SentFile } from '#domains/uploads/api.ts'
import type { Locale } from '#kit/locale.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Files } from '#outside/files/files.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { type CaseState, caseNumber, isOpen } from '../rules.ts'
import { addMessage, type FilesProblem, orFilesProblem } from './open-case.ts'

/** What the retailer answers. */
export type CaseAnswer = {
  caseId: number
  words: string
  /** How the case stands from now on. */
  state: CaseState
  /** Files of the person who answers, or small ones as they are. */
  files?: readonly SentFile[]
  /** Whether whoever wrote can follow it in the portal, unless they have only an address. */
  isFollowed: boolean
  /** Who answers, where they have an account. */
  userId?: number
  now: Date
  /** Refuses an answer to a case that has been seen otherwise, told of it as it stands. */
  requireSeen?: (db: Database, standing: Selectable<SupportCase>) => Promise<void>
}

/**
 * Answers a case for the retailer: the message, the new state, the end of its clock, and a mail to whoever wrote. All of it or
 * nothing. @returns the id of the message, or why there is none: a file is not to be had, or the case has been decided.
 * @throws when there is no such case.
 */
export function answerCase(
  { db, files }: { db: Kysely<DB>; files: Files },
  { caseId, words, state, files: sent = [], isFollowed, userId, now, requireSeen }: CaseAnswer,
): Promise<number | FilesProblem | 'case_closed'> {
  return orFilesProblem(db, async (transaction) => {
    const before = await transaction
      .selectFrom('support_case')
      .where('case_id', '=', caseId)
      .selectAll()
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (!isOpen(before.state as CaseState)) return 'case_closed'
    await requireSeen?.(transaction, before)
    const messageId = await addMessage(
      { db: transaction, files },
      { caseId, author: 'administrator', userId: userId ?? null, words, files: sent, now },
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
        kind: isReadInMail ? 'support.replied' : isOpen(state) ? 'support.answered' : 'support.closed',
        values: {
          number: caseNumber(caseId, openedOn),
          subject: before.subject,
          state,
          // Whoever can follows it in their account; others have only the mail.
          ...(isReadInMail ? { answer: words } : {}),
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
