import type { Database } from '#db/database.ts'
import { endDuty, findDutiesOf, openDuty } from '#domains/duties/server/duty-store.ts'
import type { SupervisorCall } from '../api.ts'
import type { DutyContract } from './answer-duty.ts'

type SupervisorRequest = { caseId: number; customerId: number | null; contract: DutyContract | null; now: Date }

const keyOf = (caseId: number) => ({ kind: 'supervisor_call', subject: `case:${caseId}` }) as const

/**
 * Records that the author of a case asks to speak to a supervisor, who does so the same working day (Ley 10/2025, art. 8 and
 * 10.3). @returns false if they have already asked, and nobody has spoken to them yet.
 */
export async function askForSupervisor(
  db: Database,
  { caseId, customerId, contract, now }: SupervisorRequest,
): Promise<boolean> {
  if (await findOpenRequest(db, caseId)) return false
  await openDuty(db, {
    ...{ ...keyOf(caseId), place: contract?.provinceCode ?? null, at: now },
    facts: { topics: [], energy: contract?.energy ?? null, powerWatts: contract?.maxPowerWatts ?? null },
    ...{ customerId: customerId ?? undefined, contractId: contract?.contractId },
  })
  return true
}

/** Records that a supervisor has spoken to the author of a case. @returns false if nobody asks for it. */
export async function endSupervisorRequest(
  db: Database,
  { caseId, now }: { caseId: number; now: Date },
): Promise<boolean> {
  if (!(await findOpenRequest(db, caseId))) return false
  await endDuty(db, keyOf(caseId), { state: 'done', now })
  return true
}

/** Returns by when a supervisor speaks to the author of a case, or null if nobody asks for it. */
export async function findSupervisorCall(
  db: Database,
  { caseId, now }: { caseId: number; now: Date },
): Promise<SupervisorCall> {
  const duty = await findOpenRequest(db, caseId)
  return duty ? { due_on: duty.due_on, is_late: duty.due_at <= now } : null
}

async function findOpenRequest(db: Database, caseId: number) {
  const { kind, subject } = keyOf(caseId)
  return (await findDutiesOf(db, subject)).find((duty) => duty.kind === kind && duty.state === 'open')
}
