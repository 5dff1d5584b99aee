import { type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB, ProviderEvent } from '#db/tables.ts'
import { findInvalidDbText } from '#kit/server/invalid-db-text.ts'
import { doublingPauses, type WorkQueue } from '#kit/server/work-queue.ts'
import type { ReportedEvent } from '#outside/payments/payment-provider.ts'
import { encodeRawBody } from '#outside/payments/report-schemas.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import type { PutAsideReason } from '../../rules.ts'

export type Report = Selectable<ProviderEvent>
export type ReportKey = { platform: string; eventId: string }

/** Effectively never: a report that was put aside is applied only on request. */
const putAsideDays = 36_500

type NewReport = { platform: string; event: ReportedEvent; putAside: PutAsideReason | null; now: Date }

/** Stores a provider's report, once however often it arrives; put aside if it is unreadable. */
export async function storeReport(db: Database, { platform, event, putAside, now }: NewReport) {
  const payload = toStorable(event.payload)
  await db
    .insertInto('provider_event')
    .values({
      platform,
      event_id: event.eventId,
      payload: JSON.stringify(payload),
      received_at: now,
      apply_at: putAside ? daysAfter(now, putAsideDays) : now,
      put_aside_at: putAside && now,
      put_aside_reason: putAside,
    })
    .onConflict((conflict) => conflict.columns(['platform', 'event_id']).doNothing())
    .execute()
}

/** Replaces characters that no column can store. No member that is read contains them, so they can be replaced. */
function toStorable(payload: unknown): unknown {
  if (!findInvalidDbText(payload)) return payload
  const text = JSON.stringify(payload, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : value,
  )
  const replaced: unknown = JSON.parse(text)
  return findInvalidDbText(replaced) ? encodeRawBody(text) : replaced
}

/**
 * The waiting reports. The next try of one is scheduled and counted before it is applied, so that whatever happens to it
 * or to the program, it does not block others.
 */
export const reportQueue: WorkQueue<Report> = {
  table: 'provider_event',
  key: ['platform', 'event_id'],
  due: 'apply_at',
  waiting: sql`applied_at is null and put_aside_at is null`,
  tries: 'failures',
  pausesSeconds: doublingPauses(10, 3_600),
}

/** Locks a claimed report until the transaction ends; undefined if it has been applied meanwhile. */
export function lockReport(trx: Transaction<DB>, report: Report): Promise<Report | undefined> {
  return whereReport(trx.selectFrom('provider_event').selectAll(), report)
    .where('applied_at', 'is', null)
    .where('put_aside_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** The known data of a report that was applied, or could not be. */
type ReportNote = Partial<Pick<Report, 'told' | 'failure' | 'customer_id' | 'payment_attempt_id'>>

/** Marks a report as applied. The successful try does not count as a failure. */
export async function markApplied(trx: Transaction<DB>, report: Report, { now, ...note }: ReportNote & { now: Date }) {
  const applied = { ...note, applied_at: now, failure: null, failures: sql<number>`greatest(failures - 1, 0)` }
  await whereReport(trx.updateTable('provider_event').set(applied), report).execute()
}

/** Records why a report could not be applied. It is retried automatically. */
export async function storeFailure(db: Database, report: Report, note: ReportNote) {
  await whereReport(db.updateTable('provider_event').set(note), report).execute()
}

type PutAsideNote = ReportNote & { reason: PutAsideReason; now: Date }

/** Puts a report aside for manual handling. */
export async function putReportAside(db: Database, report: Report, { reason, now, ...note }: PutAsideNote) {
  const change = { ...note, put_aside_at: now, put_aside_reason: reason, apply_at: daysAfter(now, putAsideDays) }
  await whereReport(db.updateTable('provider_event').set(change), report).execute()
}

/** Returns a report by its key, for example from an address. */
export function findReport(db: Database, { platform, eventId }: ReportKey): Promise<Report | undefined> {
  return whereReport(db.selectFrom('provider_event').selectAll(), { platform, event_id: eventId }).executeTakeFirst()
}

/**
 * Schedules a report that was put aside to be applied again, as if it had just arrived. Returns false if it is not put
 * aside (any more).
 */
export async function retryReport(db: Database, report: Report, now: Date): Promise<boolean> {
  const change = { put_aside_at: null, put_aside_reason: null, failures: 0, apply_at: now }
  return updatePutAsideReport(db, report, change)
}

/**
 * Dismisses a report that was put aside, because an operator has dealt with it. Returns false if it is not put aside
 * (any more).
 */
export async function dismissReport(db: Database, report: Report, now: Date): Promise<boolean> {
  return updatePutAsideReport(db, report, { dismissed_at: now })
}

async function updatePutAsideReport(db: Database, report: Report, change: object): Promise<boolean> {
  const changed = await whereReport(db.updateTable('provider_event').set(change), report)
    .where('put_aside_at', 'is not', null)
    .where('dismissed_at', 'is', null)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0
}

/** The number of waiting reports, the age of the oldest one in seconds, and the number put aside. */
export type ReportBacklog = { waiting: number; oldestSeconds: number; putAside: number }

/** Measures the report backlog of all providers. */
export async function measureReportBacklog(db: Database, now: Date): Promise<ReportBacklog> {
  const { rows } = await sql<{ waiting: number; oldest: Date | null; put_aside: number }>`
    select
      (select count(*) from provider_event where applied_at is null and put_aside_at is null)::integer as waiting,
      (select min(received_at) from provider_event where applied_at is null and put_aside_at is null) as oldest,
      (select count(*) from provider_event where put_aside_at is not null and dismissed_at is null)::integer as put_aside`.execute(
    db,
  )
  const { waiting, oldest, put_aside: putAside } = rows[0]!
  const oldestSeconds = oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1000) : 0
  return { waiting, oldestSeconds, putAside }
}

function whereReport<Query extends { where(column: 'platform' | 'event_id', operator: '=', value: string): Query }>(
  query: Query,
  { platform, event_id }: Pick<Report, 'platform' | 'event_id'>,
): Query {
  return query.where('platform', '=', platform).where('event_id', '=', event_id)
}

function daysAfter(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * msPerDay)
}
