import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { endStop } from '#domains/collections/server/debt-stops.ts'
import { endDuty, findDutiesOf, openDuty, pauseDuty, resumeDuty } from '#domains/duties/server/duty-store.ts'
import type { TermUnit } from '#domains/duties/terms.ts'
import { type CaseTopic, dutyTopicsOf } from '../rules.ts'
import { endCall } from './call-back-store.ts'
import type { CaseContract } from './find-case-contract.ts'

/** The subject of the duties of a case. */
function dutySubjectOf(caseId: number): `case:${number}` {
  return `case:${caseId}`
}

/** What the terms of a case depend on. */
export type DutyContract = Pick<CaseContract, 'customerId' | 'contractId' | 'energy' | 'maxPowerWatts' | 'provinceCode'>

type AnswerDuty = {
  caseId: number
  caseType: string
  topic: CaseTopic | null
  contract: DutyContract | null
  at: Date
}

/** By when a case is to be answered; in hours, the instant counts. */
export type AnswerDeadline = { dueDay: string; dueAt: Date; unit: TermUnit }

/** Opens the duty to answer a case. @returns its deadline, or null if no norm sets one. */
export async function openAnswerDuty(
  db: Database,
  { caseId, caseType, topic, contract, at }: AnswerDuty,
): Promise<AnswerDeadline | null> {
  const term = await openDuty(db, {
    ...{ kind: 'case_answer', subject: dutySubjectOf(caseId), at, place: contract?.provinceCode ?? null },
    facts: {
      topics: dutyTopicsOf({ caseType, topic }),
      energy: contract?.energy ?? null,
      powerWatts: contract?.maxPowerWatts ?? null,
    },
    customerId: contract?.customerId,
    contractId: contract?.contractId,
  })
  return term && { dueDay: term.deadline.on, dueAt: term.deadline.at, unit: term.norm.term.unit }
}

/** Stops the clock of a case that lacks something. @returns the last day on which its customer can complete it. */
export async function awaitCompletion(db: Database, { caseId, contract, now }: CaseClock): Promise<string | null> {
  await pauseDuty(db, { kind: 'case_answer', subject: dutySubjectOf(caseId) }, now)
  const term = await openDuty(db, {
    ...{ kind: 'case_completion', subject: dutySubjectOf(caseId), at: now, place: contract?.provinceCode ?? null },
    facts: { topics: [], energy: contract?.energy ?? null, powerWatts: contract?.maxPowerWatts ?? null },
    customerId: contract?.customerId,
    contractId: contract?.contractId,
  })
  return term?.deadline.on ?? null
}

/** Returns the last day on which what a case lacks can be sent; null if it lacks nothing. */
export async function findCompletionDay(db: Database, caseId: number): Promise<string | null> {
  const duties = await findDutiesOf(db, dutySubjectOf(caseId))
  return duties.find(({ kind, state }) => kind === 'case_completion' && state === 'open')?.due_on ?? null
}

/** Starts the clock of a case anew, which its customer has completed. Does nothing if it did not wait for that. */
export async function resumeAnswerDuty(db: Database, caseId: number, now: Date): Promise<void> {
  await endDuty(db, { kind: 'case_completion', subject: dutySubjectOf(caseId) }, { state: 'done', now })
  await resumeDuty(db, { kind: 'case_answer', subject: dutySubjectOf(caseId) }, now)
}

/** Notes that a case was answered, or that it no longer has to be. */
export async function endAnswerDuty(
  db: Database,
  caseId: number,
  { state, now }: { state: 'done' | 'cancelled'; now: Date },
): Promise<void> {
  const subject = dutySubjectOf(caseId)
  await endDuty(db, { kind: 'case_completion', subject }, { state: 'cancelled', now })
  await endDuty(db, { kind: 'case_answer', subject }, { state, now })
}

/**
 * Notes that a case is closed: its evidence is kept, a call that was asked for is no longer due, and a complaint no
 * longer stops the suspension of a supply.
 */
export async function closeCase(db: Database, { caseId, contract, now }: CaseClock): Promise<void> {
  await endCall(db, { caseId, state: 'cancelled', now })
  if (contract) await endStop(db, { ...contract, subject: dutySubjectOf(caseId), reason: 'complaint', at: now })
  await openDuty(db, {
    ...{ kind: 'case_evidence', subject: dutySubjectOf(caseId), at: now, place: null },
    facts: { topics: [], energy: contract?.energy ?? null, powerWatts: contract?.maxPowerWatts ?? null },
    customerId: contract?.customerId,
    contractId: contract?.contractId,
  })
}

type CaseClock = { caseId: number; contract: DutyContract | null; now: Date }

/** Returns when a deadline ends, as the value of a mail: the day, or the instant of a term in hours. */
export function readableDeadline({ dueDay, dueAt, unit }: AnswerDeadline): string {
  return unit === 'hours' ? dueAt.toISOString() : dueDay
}

/** Returns a deadline as replies name it: the day, and the instant of a term in hours. */
export function presentDeadline(deadline: AnswerDeadline | null) {
  return {
    due_on: deadline?.dueDay ?? null,
    due_at: deadline?.unit === 'hours' ? deadline.dueAt.toISOString() : null,
  }
}

/** Joins the duty to answer a case as `answer_duty`. */
export function answerDutyJoin(caseTable = 'support_case'): RawBuilder<unknown> {
  return sql`left join duty as answer_duty
    on answer_duty.kind = 'case_answer' and answer_duty.subject = 'case:' || ${sql.ref(`${caseTable}.case_id`)}`
}

/** The clock of a case at an instant, one of `caseClocks`, from the joined duty. */
export function caseClockSql(now: Date): RawBuilder<string> {
  return sql<string>`case
    when answer_duty.state = 'done' then 'answered'
    when answer_duty.state is distinct from 'open' then 'stopped'
    when answer_duty.due_at <= ${now} then 'late'
    else 'running' end`
}

/** The end of a deadline of hours, from the joined duty; null for one of days. */
export const answerDueAtSql = sql`case when answer_duty.norm #>> '{term,unit}' = 'hours' then answer_duty.due_at end`
