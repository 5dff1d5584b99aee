import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB, SupportCase } from '#db/tables.ts'
import type { SentFile } from '#domains/uploads/api.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Files } from '#outside/files/files.ts'
import { type CaseState, type CaseTopic, isDueAnswer, isOpenCase } from '../rules.ts'
import { awaitCompletion, closeCase, endAnswerDuty, resumeAnswerDuty } from './answer-duty.ts'
import { bookNextCall, type CallSettings } from './call-back-store.ts'
import { queueCaseMail } from './case-mail.ts'
import { findContractOfCase } from './find-case-contract.ts'
import { type FilesProblem, insertCaseMessage, runOrFilesProblem } from './open-case.ts'
import { putSwitchBack } from './put-switch-back.ts'

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
  /** The call in which the answer is told, if its author is to be called. */
  call?: { phone: string; care: CallSettings } | null
  /** Refuses an answer if the case has changed since it was seen, returning its current state. */
  requireSeen?: (db: Database, current: Selectable<SupportCase>) => Promise<void>
}

/** Moves the clock of an answered case. @returns by when its customer can complete it, if it lacks something. */
async function moveClock(
  db: Database,
  row: Selectable<SupportCase>,
  { state, isDue, now }: { state: CaseState; isDue: boolean; now: Date },
): Promise<string | null> {
  const { case_id: caseId } = row
  const clock = { caseId, contract: await findContractOfCase(db, row), now }
  if (state === 'additional_information_required') return awaitCompletion(db, clock)
  if (isDue) await endAnswerDuty(db, caseId, { state: 'done', now })
  else await resumeAnswerDuty(db, caseId, now)
  if (!isOpenCase(state)) await closeCase(db, clock)
  return null
}

/**
 * Answers a case for the retailer: adds the message, sets the new state, stops its clock and queues a mail to its
 * author, all within a transaction. @returns the id of the message, or why there is none: a file cannot be claimed, or
 * the case has been decided.
 * @throws if there is no such case.
 */
export function answerCase(
  { db, files }: { db: Kysely<DB>; files: Files },
  { caseId, message, state, files: inputFiles = [], isFollowed, userId, call, now, requireSeen }: CaseAnswer,
): Promise<number | FilesProblem | 'case_closed' | 'no_hour'> {
  return runOrNoHour(() =>
    runOrFilesProblem(db, async (transaction) => {
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
      const isDue = isDueAnswer(state, before.topic as CaseTopic | null)
      await transaction
        .updateTable('support_case')
        .set({
          ...{ state, updated_at: now, completion_warned_at: null, answer_posted_at: null },
          answered_at: before.answered_at ?? (isDue ? now : null),
        })
        .where('case_id', '=', caseId)
        .execute()
      if (state === 'accepted') await putSwitchBack(transaction, before, now)
      const completeBy = await moveClock(transaction, before, { state, isDue, now })
      await writeAudit(transaction, {
        action: 'case_answered',
        actorUserId: userId,
        customerId: before.customer_id ?? undefined,
        subject: `case:${caseId}`,
        before: { state: before.state },
        after: { state },
      })
      if (call && !(await bookAnswerCall(transaction, before, { ...call, isFollowed, now }))) throw new NoHourError()
      await notifyOfAnswer(transaction, before, { state, message, completeBy, isFollowed, now })
      return messageId
    }),
  )
}

/** Thrown to roll back an answer that is to be told by phone while no hour is free. */
class NoHourError extends Error {}

async function runOrNoHour<T>(work: () => Promise<T>): Promise<T | 'no_hour'> {
  try {
    return await work()
  } catch (failure) {
    if (failure instanceof NoHourError) return 'no_hour'
    throw failure
  }
}

/** Books the call in which an answer is told at the next free hour. @returns false if none is free. */
async function bookAnswerCall(
  db: Database,
  row: Selectable<SupportCase>,
  { phone, care, isFollowed, now }: { phone: string; care: CallSettings; isFollowed: boolean; now: Date },
): Promise<boolean> {
  const contract = await findContractOfCase(db, row)
  const provinceCode = contract?.provinceCode ?? null
  return bookNextCall(db, { caseId: row.case_id, phone, care, provinceCode, isFollowed, now })
}

type AnswerNotice = Pick<CaseAnswer, 'state' | 'message' | 'isFollowed' | 'now'> & { completeBy: string | null }

/** Queues the mail that tells the author of a case of an answer; those who cannot follow it or chose so read it there. */
function notifyOfAnswer(
  db: Database,
  row: Selectable<SupportCase>,
  { state, message, completeBy, isFollowed, now }: AnswerNotice,
): Promise<void> {
  const isReadInMail = row.contact !== null || !isFollowed || row.answer_channel === 'email'
  return queueCaseMail(
    db,
    row,
    {
      kind: mailKindOf(state, isReadInMail),
      values: {
        state,
        hasTerm: completeBy ? 'yes' : 'no',
        due: completeBy ?? '—',
        ...(isReadInMail || state === 'additional_information_required' ? { answer: message } : {}),
      },
      isFollowed,
    },
    now,
  )
}

function mailKindOf(state: CaseState, isReadInMail: boolean) {
  if (state === 'additional_information_required') return 'support.incomplete'
  if (isReadInMail) return 'support.replied'
  return isOpenCase(state) ? 'support.answered' : 'support.closed'
}
