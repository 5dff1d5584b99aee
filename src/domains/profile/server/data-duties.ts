import type { Database } from '#db/database.ts'
import { type DutySubject, endDuty, findDutiesOf, openDuty, plainFacts } from '#domains/duties/server/duty-store.ts'
import { isOpenErasure } from '../rules.ts'
import type { StoredErasure } from './erasure-store.ts'

/** Returns the subject of the duty to answer a request of erasure. */
export function erasureDutySubject(erasureId: number): DutySubject {
  return `erasure:${erasureId}`
}

/** Ends the duty to answer a request that has reached a final state. A withdrawn one needs no answer. */
export async function endErasureDuty(
  db: Database,
  { erasure_request_id: id, state }: Pick<StoredErasure, 'erasure_request_id' | 'state'>,
  now: Date,
): Promise<void> {
  if (isOpenErasure(state)) return
  const end = { state: state === 'withdrawn' ? 'cancelled' : 'done', now } as const
  await endDuty(db, { kind: 'erasure_answer', subject: erasureDutySubject(id) }, end)
}

/** Returns the subject of the duty to give a user a copy of their data. */
export function exportDutySubject(userId: number): DutySubject {
  return `export:${userId}`
}

/**
 * Opens the duty to give a user a copy of their data. A request after one that failed does not postpone the day: the
 * user has waited since the first.
 */
export async function openExportDuty(db: Database, userId: number, now: Date): Promise<void> {
  const subject = exportDutySubject(userId)
  const isOpen = (await findDutiesOf(db, subject)).some(({ state }) => state === 'open')
  if (!isOpen) await openDuty(db, { kind: 'data_export', subject, facts: plainFacts, place: null, at: now })
}

/** Ends the duty to give a user a copy of their data. */
export function endExportDuty(db: Database, userId: number, state: 'done' | 'cancelled', now: Date): Promise<void> {
  return endDuty(db, { kind: 'data_export', subject: exportDutySubject(userId) }, { state, now })
}
