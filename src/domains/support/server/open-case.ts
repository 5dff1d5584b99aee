import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { queueMessage } from '#domains/messages/server/queue-message.ts'
import type { SentFile } from '#domains/uploads/api.ts'
import { takeFiles } from '#domains/uploads/server/take-files.ts'
import { queueEvent } from '#domains/webhooks/server/queue-event.ts'
import type { Locale } from '#kit/locale.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Files } from '#outside/files/files.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { caseNumber, dueOn, type TermUnit } from '../rules.ts'
import type { CaseContract } from './contracts.ts'
import type { StoredReading } from './meter.ts'

/** What is written to the retailer. Somebody who is not signed in has a contact in the place of a user. */
export type CaseToOpen = {
  contract: CaseContract | null
  userId: number | null
  contact: { email: string; mobile: string } | null
  about: { categoryId: number } | { typeCode: string; subtypeCode: string }
  caseType: string
  subject: string
  words: string
  files: readonly SentFile[]
  reading: StoredReading | null
  /** Whether its writer can follow it in the portal. */
  isFollowed: boolean
  locale: Locale
  requestId?: string
  now: Date
}

export type OpenedCase = { caseId: number; number: string; dueDay: string | null }

/** What keeps files from being taken, as the code of a field error. */
export type FilesProblem = Extract<Awaited<ReturnType<typeof takeFiles>>, string>

/** Thrown to take a transaction back. */
class FilesUnfit extends Error {
  readonly problem: FilesProblem
  constructor(problem: FilesProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Opens a case with its first message, starts its clock and tells its writer by mail; all of it or nothing. */
export function openCase(
  { db, files }: { db: Kysely<DB>; files: Files },
  opened: CaseToOpen,
): Promise<OpenedCase | FilesProblem> {
  return orFilesProblem(db, async (transaction) => {
    const { contract, contact, userId, now, about, locale } = opened
    const openedOn = marketDayOf(now, 'Europe/Madrid')
    const term = await termOf(transaction, opened, openedOn)
    const dueDay = term ? dueOn(openedOn, { count: term.count, unit: term.unit as TermUnit }) : null
    const { case_id: caseId } = await transaction
      .insertInto('support_case')
      .values({
        customer_id: contract?.customerId ?? null,
        contract_id: contract?.contractId ?? null,
        opened_by_user_id: userId,
        type_code: 'typeCode' in about ? about.typeCode : null,
        subtype_code: 'typeCode' in about ? about.subtypeCode : null,
        category_id: 'categoryId' in about ? about.categoryId : null,
        case_type: opened.caseType,
        subject: opened.subject,
        state: 'in_process',
        contact: contact && JSON.stringify(contact),
        reading: opened.reading && JSON.stringify(opened.reading),
        answer_term_id: term?.answer_term_id ?? null,
        due_on: dueDay,
        locale,
        opened_at: now,
        updated_at: now,
      })
      .returning('case_id')
      .executeTakeFirstOrThrow()
    await addMessage({ db: transaction, files }, { ...opened, caseId, author: 'customer' })
    const number = caseNumber(caseId, openedOn)
    if (contract)
      await writeAudit(transaction, {
        action: 'case_opened',
        actorUserId: userId ?? undefined,
        customerId: contract.customerId,
        subject: `case:${caseId}`,
        after: { caseType: opened.caseType, contractId: contract.contractId },
        requestId: opened.requestId,
      })
    const { customerId = null, contractId = null } = contract ?? {}
    const of = { customer_id: customerId, contract_id: contractId }
    const data = { case_id: caseId, case_type: opened.caseType, due_on: dueDay, ...of }
    await queueEvent(transaction, { type: 'case.opened', data }, now)
    await queueMessage(
      transaction,
      {
        kind: contact ? 'support.received' : 'support.opened',
        // Nothing that a stranger typed goes to an address that a stranger typed.
        values: {
          number,
          hasTerm: dueDay ? 'yes' : 'no',
          due: dueDay ?? '—',
          ...(contact ? {} : { subject: opened.subject }),
        },
        ...(contact
          ? { toAddress: contact.email, locale }
          : { userId: userId ?? undefined, ...(opened.isFollowed ? { link: `/requests/${caseId}` } : {}) }),
        ...(contract ? { customerId: contract.customerId, contractId: contract.contractId } : {}),
      },
      now,
    )
    return { caseId, number, dueDay }
  })
}

/** Adds a message with its files to a case. @throws what `orFilesProblem` answers when a file is not to be had. */
export async function addMessage(
  { db, files }: { db: Database; files: Files },
  {
    caseId,
    author,
    userId,
    words,
    files: sent,
    now,
  }: Pick<CaseToOpen, 'userId' | 'words' | 'files' | 'now'> & { caseId: number; author: 'customer' | 'administrator' },
): Promise<number> {
  const { message_id: messageId } = await db
    .insertInto('support_message')
    .values({ case_id: caseId, author, user_id: userId, words, written_at: now })
    .returning('message_id')
    .executeTakeFirstOrThrow()
  const uploadIds = await takeFiles({ db, files }, { sent, maker: { userId }, now })
  if (typeof uploadIds === 'string') throw new FilesUnfit(uploadIds)
  for (const [place, uploadId] of uploadIds.entries())
    await db
      .insertInto('support_attachment')
      .values({ case_id: caseId, message_id: messageId, upload_id: uploadId, place })
      .execute()
  return messageId
}

/** Does something in a transaction that is taken back when a file is not to be had; then answers why. */
export async function orFilesProblem<T>(
  db: Kysely<DB>,
  act: (transaction: Database) => Promise<T>,
): Promise<T | FilesProblem> {
  try {
    return await db.transaction().execute(act)
  } catch (failure) {
    if (failure instanceof FilesUnfit) return failure.problem
    throw failure
  }
}

/** The term in force for a case of this type, and for this power before that for any. */
function termOf(db: Database, { caseType, contract }: CaseToOpen, openedOn: string) {
  return db
    .selectFrom('answer_term')
    .where('case_type', '=', caseType)
    .where('valid_from', '<=', openedOn)
    .where((is) =>
      is.or([is('below_power_watts', 'is', null), is('below_power_watts', '>', contract?.mostPowerWatts ?? 2 ** 30)]),
    )
    .orderBy('valid_from', 'desc')
    .orderBy('below_power_watts', (order) => order.asc().nullsLast())
    .select(['answer_term_id', 'count', 'unit'])
    .executeTakeFirst()
}
