import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB, ProviderEvent } from '#db/tables.ts'
import type { ProviderReport, ReportedEvent } from '#outside/payments/payments.ts'
import type { Platforms } from './pay.ts'
import { recordOutcome } from './record-outcome.ts'
import { recordReportedRefund } from './record-refund.ts'

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
    await postpone(needs, current, error as Error)
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
  const attempt = report && (await record(trx, platform, report, clock()))
  if (report && !attempt) log.warn({ platform, eventId: event_id }, 'report on a payment that is not known here')
  const about = attempt && { customer_id: attempt.customer_id, payment_attempt_id: attempt.payment_attempt_id }
  const applied = { applied_at: clock(), told: report && wordOf(report), failure: null, ...about }
  await ofEvent(trx.updateTable('provider_event').set(applied), event).execute()
}

function record(trx: Transaction<DB>, platform: string, report: NonNullable<ProviderReport>, now: Date) {
  return 'refund' in report
    ? recordReportedRefund(trx, { platform, report, now })
    : recordOutcome(trx, { ...report, now })
}

/** What a report says, in a word of ours. */
function wordOf(report: NonNullable<ProviderReport>): string {
  return 'refund' in report ? `refund_${report.refund.kind}` : report.outcome.kind
}

async function postpone({ db, clock, platforms }: ReportNeeds, event: Selectable<ProviderEvent>, error: Error) {
  const pause = sql`least(power(2, failures) * 10, 3600) * interval '1 second'`
  const later = {
    failures: sql<number>`failures + 1`,
    apply_at: sql<Date>`${clock()}::timestamptz + ${pause}`,
    failure: error.name,
    ...readableIn(platforms, event),
  }
  await ofEvent(db.updateTable('provider_event').set(later), event).execute()
}

/** What can be read of a report that could not be applied, so that it stands with its payment. */
function readableIn(platforms: Platforms, { platform, payload }: Selectable<ProviderEvent>) {
  try {
    const report = platforms.get(platform)?.readReport(payload)
    if (!report) return undefined
    const about = 'refund' in report ? undefined : report
    return {
      told: wordOf(report),
      ...(about && { customer_id: about.customerId, payment_attempt_id: about.attemptId }),
    }
  } catch {
    return undefined
  }
}

function ofEvent<Query extends { where(column: 'platform' | 'event_id', operator: '=', value: string): Query }>(
  query: Query,
  { platform, event_id }: Selectable<ProviderEvent>,
): Query {
  return query.where('platform', '=', platform).where('event_id', '=', event_id)
}
