import type { Database } from '#db/database.ts'
import { findDutiesOf, openDuty, plainFacts } from '#domains/duties/server/duty-store.ts'
import { marketDayOf, startOf } from '#vocabulary/market-time.ts'
import { quarterBefore, type ReportPeriod, yearBefore } from '../report-periods.ts'

/**
 * Opens the duties that follow the end of a quarter and of a year in which there was customer care: to send the table of
 * complaints (CNMC Circular 2/2016), and to evaluate the service (Ley 10/2025, article 21). An operator ends each; one
 * that has ended stays so.
 */
export async function openReportDuties(db: Database, now: Date): Promise<void> {
  const today = marketDayOf(now, 'Europe/Madrid')
  await openOnce(db, 'complaint_table', quarterBefore(today))
  await openOnce(db, 'care_evaluation', yearBefore(today))
}

async function openOnce(
  db: Database,
  kind: 'complaint_table' | 'care_evaluation',
  { name, until }: ReportPeriod,
): Promise<void> {
  const subject = `${kind === 'complaint_table' ? 'complaints' : 'evaluation'}:${name}` as const
  // The last instant of the period, so that months are counted from its last day.
  const endedAt = new Date(startOf(until, 'Europe/Madrid').getTime() - 1)
  if ((await findDutiesOf(db, subject)).length > 0 || !(await hasCaseBefore(db, endedAt))) return
  await openDuty(db, { kind, subject, facts: plainFacts, place: null, at: endedAt })
}

async function hasCaseBefore(db: Database, instant: Date): Promise<boolean> {
  const row = await db
    .selectFrom('support_case')
    .where('opened_at', '<=', instant)
    .select('case_id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
