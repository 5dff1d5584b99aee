import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { beginStop } from '#domains/collections/server/debt-stops.ts'
import { endDuty } from '#domains/duties/server/duty-store.ts'
import { subjectOfReadings } from '#domains/duties/subjects.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { SentFile } from '#domains/uploads/api.ts'
import { claimUploads } from '#domains/uploads/server/claim-uploads.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Files } from '#outside/files/files.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { CaseInvoiceLine } from '../api.ts'
import {
  type AnswerChannel,
  type CaseTopic,
  formatCaseNumber,
  type ReceiptMedium,
  stopsSuspension,
  type UnrequestedSwitch,
} from '../rules.ts'
import { type AnswerDeadline, type DutyContract, openAnswerDuty, readableDeadline } from './answer-duty.ts'
import { bookCall, type CallRequest, type CallSettings } from './call-back-store.ts'
import { storedCaseLink } from './case-link.ts'
import type { StoredReading } from './meter-history.ts'

/** A new case. A writer who is not signed in has a contact instead of a user. */
export type NewCase = {
  contract: DutyContract | null
  userId: number | null
  contact: { email: string; mobile: string } | null
  about: { categoryId: number } | { typeCode: string; subtypeCode: string } | { unrequestedSwitch: UnrequestedSwitch }
  caseType: string
  topic: CaseTopic | null
  subject: string
  words: string
  files: readonly SentFile[]
  reading: StoredReading | null
  /** The invoice that it asks about, with the line as it is now. */
  invoiceLine?: CaseInvoiceLine
  /** The call that its author asks for, and the retailer's hours of calls. */
  call?: { requested: CallRequest | null; care: CallSettings }
  /** The durable medium of the receipt. */
  receiptMedium?: ReceiptMedium
  /** How its author wants the answer, with the phone if that is how; by default where they wrote. */
  answer?: { channel: AnswerChannel; phone: string | null }
  /** Whether its author can follow it in the portal. */
  isFollowed: boolean
  locale: Locale
  requestId?: string
  now: Date
}

export type OpenedCase = { caseId: number; number: string; deadline: AnswerDeadline | null }

/** The reason why files are not accepted, as the code of a field error. */
export type FilesProblem = Extract<Awaited<ReturnType<typeof claimUploads>>, string>

/** Thrown to roll back a transaction. */
class FilesRollbackError extends Error {
  readonly problem: FilesProblem
  constructor(problem: FilesProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Opens a case with its first message, starts its clock and notifies its author by mail, all within a transaction. A reading
 * ends the duty of its author to read the meter. */
export function openCase(
  { db, files }: { db: Kysely<DB>; files: Files },
  newCase: NewCase,
): Promise<OpenedCase | FilesProblem> {
  return runOrFilesProblem(db, async (transaction) => {
    const { contract, userId, now } = newCase
    const openedOn = marketDayOf(now, 'Europe/Madrid')
    const caseId = await insertCase(transaction, newCase)
    const deadline = await openAnswerDuty(transaction, { ...newCase, caseId, at: now })
    await insertCaseMessage({ db: transaction, files }, { ...newCase, caseId, author: 'customer' })
    if (newCase.reading && contract)
      await endDuty(
        transaction,
        { kind: 'own_reading', subject: subjectOfReadings(contract.contractId) },
        { state: 'done', now },
      )
    const number = formatCaseNumber(caseId, openedOn)
    await bookRequestedCall(transaction, newCase, caseId)
    // What nobody asked for is not charged, so that nothing is cut off for it meanwhile.
    if (contract && (stopsSuspension(newCase) || 'unrequestedSwitch' in newCase.about))
      await beginStop(transaction, { ...contract, subject: `case:${caseId}`, reason: 'complaint', at: now })
    if (contract)
      await writeAudit(transaction, {
        action: 'case_opened',
        actorUserId: userId ?? undefined,
        customerId: contract.customerId,
        subject: `case:${caseId}`,
        after: { caseType: newCase.caseType, contractId: contract.contractId },
        requestId: newCase.requestId,
      })
    const opened = { caseId, number, deadline }
    await notifyOfCase(transaction, newCase, opened)
    return opened
  })
}

/**
 * Adds a message with its files to a case. @throws FilesRollbackError if a file cannot be claimed, which
 * `runOrFilesProblem` turns into its result.
 */
export async function insertCaseMessage(
  { db, files }: { db: Database; files: Files },
  {
    caseId,
    author,
    userId,
    words,
    files: sent,
    now,
  }: Pick<NewCase, 'userId' | 'words' | 'files' | 'now'> & { caseId: number; author: 'customer' | 'administrator' },
): Promise<number> {
  const { message_id: messageId } = await db
    .insertInto('support_message')
    .values({ case_id: caseId, author, user_id: userId, words, written_at: now })
    .returning('message_id')
    .executeTakeFirstOrThrow()
  const uploadIds = await claimUploads({ db, files }, { sent, uploader: { userId }, now })
  if (typeof uploadIds === 'string') throw new FilesRollbackError(uploadIds)
  for (const [place, uploadId] of uploadIds.entries())
    await db
      .insertInto('support_attachment')
      .values({ case_id: caseId, message_id: messageId, upload_id: uploadId, place })
      .execute()
  return messageId
}

/** Runs a function within a transaction. If a file cannot be claimed, rolls back and returns the reason. */
export async function runOrFilesProblem<T>(
  db: Kysely<DB>,
  work: (transaction: Database) => Promise<T>,
): Promise<T | FilesProblem> {
  try {
    return await db.transaction().execute(work)
  } catch (failure) {
    if (failure instanceof FilesRollbackError) return failure.problem
    throw failure
  }
}

async function insertCase(db: Database, newCase: NewCase): Promise<number> {
  const { contract, contact, userId, now, about, locale } = newCase
  const { case_id: caseId } = await db
    .insertInto('support_case')
    .values({
      customer_id: contract?.customerId ?? null,
      contract_id: contract?.contractId ?? null,
      opened_by_user_id: userId,
      type_code: 'typeCode' in about ? about.typeCode : null,
      subtype_code: 'typeCode' in about ? about.subtypeCode : null,
      category_id: 'categoryId' in about ? about.categoryId : null,
      case_type: newCase.caseType,
      subject: newCase.subject,
      state: 'in_process',
      contact: contact && JSON.stringify(contact),
      reading: newCase.reading && JSON.stringify(newCase.reading),
      unrequested_switch: 'unrequestedSwitch' in about ? JSON.stringify(about.unrequestedSwitch) : null,
      invoice_line: newCase.invoiceLine ? JSON.stringify(newCase.invoiceLine) : null,
      topic: newCase.topic,
      receipt_medium: newCase.receiptMedium ?? 'email',
      answer_channel: newCase.answer?.channel ?? (contact ? 'email' : 'portal'),
      answer_phone: newCase.answer?.phone ?? null,
      locale,
      opened_at: now,
      updated_at: now,
    })
    .returning('case_id')
    .executeTakeFirstOrThrow()
  return caseId
}

/** Queues the event of a new case and the message to its author. */
async function notifyOfCase(db: Database, newCase: NewCase, { caseId, number, deadline }: OpenedCase): Promise<void> {
  const { contract, contact, userId, now, locale } = newCase
  const { customerId = null, contractId = null } = contract ?? {}
  const contractKey = { customer_id: customerId, contract_id: contractId }
  const data = { case_id: caseId, case_type: newCase.caseType, due_on: deadline?.dueDay ?? null, ...contractKey }
  await queueEvent(db, { type: 'case.opened', data }, now)
  await queueMessage(
    db,
    {
      kind: contact ? 'support.received' : 'support.opened',
      // Unauthenticated input is never sent to an address from unauthenticated input.
      values: {
        number,
        hasTerm: deadline ? 'yes' : 'no',
        due: deadline ? readableDeadline(deadline) : '—',
        receivedAt: now.toISOString(),
        ...(contact ? {} : { subject: newCase.subject, message: newCase.words }),
      },
      ...(contact
        ? { toAddress: contact.email, locale, link: storedCaseLink(caseId) }
        : { userId: userId ?? undefined, locale, ...(newCase.isFollowed ? { link: `/requests/${caseId}` } : {}) }),
      ...(contract ? { customerId: contract.customerId, contractId: contract.contractId } : {}),
    },
    now,
  )
}

async function bookRequestedCall(
  db: Database,
  { contract, call, isFollowed, now }: NewCase,
  caseId: number,
): Promise<void> {
  if (!call?.requested) return
  const { provinceCode = null } = contract ?? {}
  await bookCall(db, { caseId, ...call.requested, care: call.care, provinceCode, isFollowed, now })
}
