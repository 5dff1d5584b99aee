import type { Selectable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Duty as DutyRow } from '#db/tables.ts'
import type { DutyKind } from '../kinds.ts'
import { type DutyState, dutyStatusAt } from '../rules.ts'
import { customerKinds, type ShownDuty } from '../shown-duty.ts'
import { type DutySubject, normOf } from './duty-store.ts'

/**
 * Returns the open duties of subjects as their customers see them, the earliest of each. Whoever calls has checked who
 * may see the subjects.
 */
export async function findShownDuties(
  db: Database,
  subjects: readonly DutySubject[],
  now: Date,
): Promise<Map<DutySubject, ShownDuty>> {
  if (!subjects.length) return new Map()
  const rows = await findOpenRows(db, subjects)
  return new Map(rows.map((row) => [row.subject as DutySubject, presentShownDuty(row, now)]))
}

/** Returns all open duties of a subject as its customer sees them. Whoever calls has checked who may see it. */
export async function findShownDutiesOf(db: Database, subject: DutySubject, now: Date): Promise<ShownDuty[]> {
  const rows = await findOpenRows(db, [subject])
  return rows.map((row) => presentShownDuty(row, now))
}

function findOpenRows(db: Database, subjects: readonly DutySubject[]) {
  return db
    .selectFrom('duty')
    .where('subject', 'in', subjects)
    .where('kind', 'in', customerKinds)
    .where('state', 'in', ['open', 'paused'])
    .orderBy('due_at', 'desc')
    .selectAll()
    .execute()
}

function presentShownDuty(row: Selectable<DutyRow>, now: Date): ShownDuty {
  const { term, recourse } = normOf(row)
  const { due_on, due_at: dueAt } = row
  const duty = { kind: row.kind as DutyKind, state: row.state as DutyState, dueAt, doneAt: null }
  const status = dutyStatusAt(duty, now)
  return {
    ...{ kind: row.kind as ShownDuty['kind'], due_on, recourse },
    status: status === 'late' || status === 'paused' ? status : 'running',
    due_at: term.unit === 'hours' ? dueAt.toISOString() : null,
  }
}
