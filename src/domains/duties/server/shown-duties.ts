import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Duty as DutyRow } from '#db/tables.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { DutyKind } from '../kinds.ts'
import { type DutyState, dutyStatusAt } from '../rules.ts'
import { type ContractDuty, contractKinds, customerKinds, type ShownDuty } from '../shown-duty.ts'
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

/**
 * Returns what its page shows of a contract of these holders, most urgent first, with what was asked for about no contract.
 */
export async function findDutiesOfContract(
  db: Database,
  { customerIds, contractName, now }: { customerIds: readonly number[]; contractName: string; now: Date },
): Promise<ContractDuty[]> {
  const rows = await db
    .selectFrom('duty')
    .innerJoin('contract', 'contract.customer_id', 'duty.customer_id')
    .where(isOneOf('contract.customer_id', customerIds))
    .where(isOneOf('duty.customer_id', customerIds))
    .where('contract.name', '=', contractName)
    .where(sql<boolean>`(duty.contract_id = contract.contract_id or duty.contract_id is null)`)
    .where('duty.kind', 'in', contractKinds)
    .where('duty.state', 'in', ['open', 'paused'])
    .orderBy('due_at')
    .orderBy('kind')
    .selectAll('duty')
    .execute()
  return rows.map((row) => ({
    ...presentShownDuty(row, now),
    kind: row.kind as ContractDuty['kind'],
    since: marketDayOf(row.started_at, 'Europe/Madrid'),
    is_compensated: normOf(row).compensation !== null,
  }))
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
