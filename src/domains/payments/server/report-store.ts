import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB, ProviderEvent } from '#db/tables.ts'
import { unstorableIn } from '#kit/server/unstorable.ts'
import type { ReportedEvent } from '#outside/payments/payments.ts'
import { raw } from '#outside/payments/reported.ts'
import type { PutAsideReason } from '../rules.ts'

export type Report = Selectable<ProviderEvent>
export type ReportKey = { platform: string; eventId: string }

/** As good as never: a report that was put aside is applied only when somebody says so. */
const asideDays = 36_500

type Received = { platform: string; event: ReportedEvent; putAside: PutAsideReason | null; now: Date }

/** Stores what a provider reported, once however often it comes; put aside where it cannot be read. */
export async function storeReport(db: Database, { platform, event, putAside, now }: Received) {
  const payload = storable(event.payload)
  await db
    .insertInto('provider_event')
    .values({
      platform,
      event_id: event.eventId,
      payload: JSON.stringify(payload),
      received_at: now,
      apply_at: putAside ? daysAfter(now, asideDays) : now,
      put_aside_at: putAside && now,
      put_aside_reason: putAside,
    })
    .onConflict((conflict) => conflict.columns(['platform', 'event_id']).doNothing())
    .execute()
}

/** No column holds some characters. They stand in no member that is read, so that others may stand for them. */
function storable(payload: unknown): unknown {
  if (!unstorableIn(payload)) return payload
  const text = JSON.stringify(payload, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : value,
  )
  const replaced: unknown = JSON.parse(text)
  return unstorableIn(replaced) ? raw(text) : replaced
}

/**
 * Takes the next report that waits. Its next try is moved ahead and counted before it is applied, so that whatever becomes of
 * this one, and of the program, no other waits behind it.
 */
export async function claimNextReport(db: Kysely<DB>, now: Date): Promise<Report | undefined> {
  const pause = sql`least(power(2, failures) * 10, 3600) * interval '1 second'`
  const { rows } = await sql<Report>`
    update provider_event set failures = failures + 1, apply_at = ${now}::timestamptz + ${pause}
    where (platform, event_id) in (
      select platform, event_id from provider_event
      where applied_at is null and put_aside_at is null and apply_at <= ${now}
      order by apply_at limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0]
}

/** A claimed report, kept as it is until the transaction ends; undefined when it has been applied meanwhile. */
export function lockReport(trx: Transaction<DB>, report: Report): Promise<Report | undefined> {
  return ofReport(trx.selectFrom('provider_event').selectAll(), report)
    .where('applied_at', 'is', null)
    .where('put_aside_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** What is known of a report that was applied, or could not be. */
type Note = Partial<Pick<Report, 'told' | 'failure' | 'customer_id' | 'payment_attempt_id'>>

/** Notes that a report has been applied; the try that did it was no failure. */
export async function markApplied(trx: Transaction<DB>, report: Report, { now, ...note }: Note & { now: Date }) {
  const applied = { ...note, applied_at: now, failure: null, failures: sql<number>`greatest(failures - 1, 0)` }
  await ofReport(trx.updateTable('provider_event').set(applied), report).execute()
}

/** Notes why a report could not be applied, which comes again by itself. */
export async function noteFailure(db: Database, report: Report, note: Note) {
  await ofReport(db.updateTable('provider_event').set(note), report).execute()
}

type Aside = Note & { reason: PutAsideReason; now: Date }

/** Puts a report aside, for somebody to look at. */
export async function putReportAside(db: Database, report: Report, { reason, now, ...note }: Aside) {
  const aside = { ...note, put_aside_at: now, put_aside_reason: reason, apply_at: daysAfter(now, asideDays) }
  await ofReport(db.updateTable('provider_event').set(aside), report).execute()
}

/** A report by its key, e.g. of an address. */
export function findReport(db: Database, { platform, eventId }: ReportKey): Promise<Report | undefined> {
  return ofReport(db.selectFrom('provider_event').selectAll(), { platform, event_id: eventId }).executeTakeFirst()
}

/** Has a report that was put aside applied again, as if it had just come. False when it is not put aside (any more). */
export async function retryReport(db: Database, report: Report, now: Date): Promise<boolean> {
  const again = { put_aside_at: null, put_aside_reason: null, failures: 0, apply_at: now }
  return changeAside(db, report, again)
}

/** Leaves a report that was put aside as it is, since somebody has looked at it. False when it is not put aside (any more). */
export async function dismissReport(db: Database, report: Report, now: Date): Promise<boolean> {
  return changeAside(db, report, { dismissed_at: now })
}

async function changeAside(db: Database, report: Report, change: object): Promise<boolean> {
  const changed = await ofReport(db.updateTable('provider_event').set(change), report)
    .where('put_aside_at', 'is not', null)
    .where('dismissed_at', 'is', null)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0
}

/** How many reports wait and how long the first has, in seconds, and how many are put aside. */
export type ReportBacklog = { waiting: number; oldestSeconds: number; putAside: number }

/** How the reports of all providers stand. */
export async function reportBacklog(db: Database, now: Date): Promise<ReportBacklog> {
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

function ofReport<Query extends { where(column: 'platform' | 'event_id', operator: '=', value: string): Query }>(
  query: Query,
  { platform, event_id }: Pick<Report, 'platform' | 'event_id'>,
): Query {
  return query.where('platform', '=', platform).where('event_id', '=', event_id)
}

function daysAfter(instant: Date, days: number): Date {
  return new Date(instant.getTime() + days * 86_400_000)
}
