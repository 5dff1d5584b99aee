import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB, ProviderEvent } from '#db/tables.ts'
import type { ReportedEvent } from '#outside/payments/payments.ts'
import type { Platforms } from './pay.ts'
import { recordOutcome } from './record-outcome.ts'

type Log = { warn(details: object, message: string): void; error(details: object, message: string): void }
export type ReportNeeds = { db: Kysely<DB>; platforms: Platforms; clock: () => Date; log: Log }

/** Keeps what a provider reported, once however often it comes. */
export async function keepReport(
  db: Database,
  { platform, event, now }: { platform: string; event: ReportedEvent; now: Date },
) {
  await db
    .insertInto('provider_event')
    .values({
      platform,
      event_id: event.eventId,
      payload: JSON.stringify(event.payload),
      received_at: now,
      apply_at: now,
    })
    .onConflict((conflict) => conflict.columns(['platform', 'event_id']).doNothing())
    .execute()
}

/**
 * Applies the next report that waits, in one transaction with the note that it has been. True when there was one. A report
 * that cannot be applied is logged, comes again later and later, and keeps no other from being applied.
 */
export async function applyNextReport(needs: ReportNeeds): Promise<boolean> {
  const { db, clock, log } = needs
  let current: Selectable<ProviderEvent> | undefined
  try {
    await db.transaction().execute(async (trx) => {
      current = await lockNext(trx, clock())
      if (current) await apply(needs, trx, current)
    })
  } catch (error) {
    if (!current) throw error
    const { platform, event_id } = current
    log.error({ platform, eventId: event_id, error: (error as Error).message }, 'payment report not applied')
    await postpone(db, current, clock())
  }
  return current !== undefined
}

function lockNext(trx: Transaction<DB>, now: Date) {
  return trx
    .selectFrom('provider_event')
    .where('applied_at', 'is', null)
    .where('apply_at', '<=', now)
    .orderBy('apply_at')
    .limit(1)
    .selectAll()
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

async function apply({ platforms, clock, log }: ReportNeeds, trx: Transaction<DB>, event: Selectable<ProviderEvent>) {
  const { platform, event_id } = event
  const payments = platforms.get(platform)
  if (!payments) throw new Error(`This server cannot speak to the payment platform ${platform}.`)
  const report = payments.readReport(event.payload)
  const attempt = report && (await recordOutcome(trx, { ...report, now: clock() }))
  if (report && !attempt) log.warn({ platform, eventId: event_id }, 'report on a payment that is not known here')
  await ofEvent(trx.updateTable('provider_event').set({ applied_at: clock() }), event).execute()
}

async function postpone(db: Database, event: Selectable<ProviderEvent>, now: Date) {
  const pause = sql`least(power(2, failures) * 10, 3600) * interval '1 second'`
  const later = { failures: sql<number>`failures + 1`, apply_at: sql<Date>`${now}::timestamptz + ${pause}` }
  await ofEvent(db.updateTable('provider_event').set(later), event).execute()
}

function ofEvent<Query extends { where(column: 'platform' | 'event_id', operator: '=', value: string): Query }>(
  query: Query,
  { platform, event_id }: Selectable<ProviderEvent>,
): Query {
  return query.where('platform', '=', platform).where('event_id', '=', event_id)
}
