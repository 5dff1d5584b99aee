import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Duty as DutyRow } from '#db/tables.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { startOf } from '#vocabulary/market-time.ts'
import { type DutyKind, followingKinds } from '../kinds.ts'
import { type DutyFacts, type DutyState, type DutyTerm, resumedDeadline, termOf } from '../rules.ts'
import type { DutyPlace } from '../terms.ts'
import { loadNorms } from './load-norms.ts'
import { loadPlace } from './load-place.ts'

/** What a duty is about: a case, a signature, a wallet … with its id, as in `case:12`. */
export type DutySubject = `${string}:${string | number}`

export type NewDuty = {
  kind: DutyKind
  subject: DutySubject
  facts: DutyFacts
  customerId?: number | undefined
  contractId?: number | undefined
  /** The code of the province or municipality by whose holidays it is counted; null if unknown. */
  place: string | null
  /** The event: what happened, or what the duty must precede. */
  at: Date
  /** The day that its customer has named within the law, which takes the place of the term. */
  namedDay?: MarketDay | undefined
}

/**
 * Opens a duty within the transaction of its event, or replaces the one of the same kind and subject. @returns its
 * term, or null if no norm sets one, and then there is no duty.
 */
export async function openDuty(db: Database, duty: NewDuty): Promise<DutyTerm | null> {
  const lawful = await findTerm(db, duty)
  if (!lawful) return null
  const term = duty.namedDay ? { ...lawful, deadline: await endOf(db, duty.namedDay, duty.place) } : lawful
  const values = dutyRowOf(duty, term)
  await db
    .insertInto('duty')
    .values(values)
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet(values))
    .execute()
  return term
}

/** Returns the end of a day at a place. */
async function endOf(db: Database, on: MarketDay, place: string | null): Promise<DutyTerm['deadline']> {
  const { timeZone } = await loadPlace(db, place)
  return { on, at: startOf(addDays(on, 1), timeZone) }
}

/**
 * Opens many duties of contracts in few statements, as when contracts are imported. One of the same event as before is
 * left alone, so that what has been done is not due again, unless it was cancelled.
 */
export async function openDuties(db: Database, duties: readonly NewDuty[]): Promise<void> {
  if (duties.length === 0) return
  const norms = await loadNorms(db, [...new Set(duties.map(({ kind }) => kind))])
  const places = new Map<string | null, DutyPlace>()
  for (const place of new Set(duties.map((duty) => duty.place))) places.set(place, await loadPlace(db, place))
  const rows = duties.flatMap((duty) => {
    const term = termOf(norms, { ...duty, place: places.get(duty.place)! })
    return term ? [dutyRowOf(duty, term)] : []
  })
  if (rows.length === 0) return
  const columns = Object.keys(rows[0]!) as (keyof (typeof rows)[number])[]
  await db
    .insertInto('duty')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .doUpdateSet(
          ({ ref }) => Object.fromEntries(columns.map((column) => [column, ref(`excluded.${column}`)])) as object,
        )
        .where(sql<boolean>`duty.started_at <> excluded.started_at or duty.state = 'cancelled'`),
    )
    .execute()
}

function dutyRowOf(
  { kind, subject, facts, customerId, contractId, place, at }: NewDuty,
  { norm, others, deadline }: DutyTerm,
) {
  return {
    ...{ kind, subject, facts: JSON.stringify(facts), place, state: 'open' satisfies DutyState },
    ...{ customer_id: customerId ?? null, contract_id: contractId ?? null, started_at: at },
    ...{ due_on: deadline.on, due_at: deadline.at, paused_at: null, ended_at: null },
    ...{ end_reason: null, ended_by_user_id: null, event_note: null },
    norm: JSON.stringify(norm),
    other_norms: JSON.stringify(others.map((other) => ({ ...other.norm, dueOn: other.deadline.on }))),
  }
}

/** Returns the term that a duty would have, or null if no norm sets one. */
export async function findTerm(
  db: Database,
  { kind, facts, place, at }: Pick<NewDuty, 'kind' | 'facts' | 'place' | 'at'>,
): Promise<DutyTerm | null> {
  const norms = await loadNorms(db, [kind])
  return termOf(norms, { kind, facts, at, place: await loadPlace(db, place) })
}

/** What an event is about that no norm distinguishes. */
export const plainFacts: DutyFacts = { topics: [], energy: null, powerWatts: null }

type DutyKey = { kind: DutyKind; subject: DutySubject }

/** Stops the clock of an open duty. Does nothing if there is none. */
export async function pauseDuty(db: Database, { kind, subject }: DutyKey, now: Date): Promise<void> {
  await db
    .updateTable('duty')
    .set({ state: 'paused', paused_at: now })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', '=', 'open')
    .execute()
}

/** Starts the clock of a paused duty again. @returns its last day, or null if none was paused. */
export async function resumeDuty(db: Database, key: DutyKey, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('duty')
    .where('kind', '=', key.kind)
    .where('subject', '=', key.subject)
    .where('state', '=', 'paused')
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const { term, toleranceDays } = normOf(row)
  const deadline = resumedDeadline(
    { kind: key.kind, ...term, toleranceDays, deadline: { on: row.due_on, at: row.due_at }, pausedAt: row.paused_at! },
    now,
    await loadPlace(db, row.place),
  )
  await db
    .updateTable('duty')
    .set({ state: 'open', paused_at: null, due_on: deadline.on, due_at: deadline.at })
    .where('duty_id', '=', row.duty_id)
    .execute()
  return deadline.on
}

/** Ends a duty that was done, or that no longer has to be. Does nothing if it has ended or never began. */
export async function endDuty(
  db: Database,
  { kind, subject }: DutyKey,
  { state, now }: { state: 'done' | 'cancelled'; now: Date },
): Promise<void> {
  await db
    .updateTable('duty')
    .set({ state, ended_at: now, paused_at: null })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('state', 'in', ['open', 'paused'])
    .execute()
}

/** Opens what follows from a duty that was done, about the same subject, where something does. */
export async function openFollowingDuty(
  db: Database,
  done: Pick<Selectable<DutyRow>, 'kind' | 'subject' | 'facts' | 'place' | 'customer_id' | 'contract_id'>,
  now: Date,
): Promise<void> {
  const kind = followingKinds[done.kind as DutyKind]
  if (!kind) return
  await openDuty(db, {
    ...{ kind, subject: done.subject as DutySubject, facts: done.facts as unknown as DutyFacts, place: done.place },
    ...{ customerId: done.customer_id ?? undefined, contractId: done.contract_id ?? undefined, at: now },
  })
}

/** The duties of a kind about some subjects. */
type DutyKeys = { kind: DutyKind; subjects: readonly DutySubject[]; now: Date }

/** Ends the duties about some subjects that were done. */
export function finishDuties(db: Database, keys: DutyKeys): Promise<void> {
  return endDuties(db, keys, 'done')
}

/** Ends the duties about some subjects that no longer have to be done. */
export function cancelDuties(db: Database, keys: DutyKeys): Promise<void> {
  return endDuties(db, keys, 'cancelled')
}

async function endDuties(db: Database, { kind, subjects, now }: DutyKeys, state: 'done' | 'cancelled'): Promise<void> {
  if (subjects.length === 0) return
  await db
    .updateTable('duty')
    .set({ state, ended_at: now, paused_at: null })
    .where('kind', '=', kind)
    .where('subject', 'in', subjects)
    .where('state', 'in', ['open', 'paused'])
    .execute()
}

/** Returns the duties of a subject, earliest day first. Whoever calls has checked who may see the subject. */
export function findDutiesOf(db: Database, subject: DutySubject): Promise<Selectable<DutyRow>[]> {
  return db.selectFrom('duty').where('subject', '=', subject).orderBy('due_at').orderBy('kind').selectAll().execute()
}

/** Returns the subjects of the open duties of a kind. */
export async function findOpenSubjects(db: Database, kind: DutyKind): Promise<DutySubject[]> {
  const rows = await db
    .selectFrom('duty')
    .where('kind', '=', kind)
    .where('state', 'in', ['open', 'paused'])
    .select('subject')
    .execute()
  return rows.map(({ subject }) => subject as DutySubject)
}

/** Norms were stored without a tolerance before there was one. */
type StoredNorm = Omit<DutyTerm['norm'], 'toleranceDays'> & { toleranceDays?: number }

/** Returns the norm that set the day of a duty, as it stood then. */
export function normOf(row: Pick<Selectable<DutyRow>, 'norm'>): DutyTerm['norm'] {
  const norm = row.norm as unknown as StoredNorm
  return { ...norm, toleranceDays: norm.toleranceDays ?? 0 }
}
