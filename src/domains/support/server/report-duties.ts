import type { Database } from '#db/database.ts'
import { findDutiesOf, normOf, openDuty, plainFacts } from '#domains/duties/server/duty-store.ts'
import { marketDayOf, startOf } from '#vocabulary/market-time.ts'
import { quarterBefore, type ReportPeriod, yearBefore } from '../report-periods.ts'

/**
 * Opens the duties that follow the end of a quarter and of a year in which there was customer care: to send the table of
 * complaints (CNMC Circular 2/2016), and to evaluate the service (Ley 10/2025, article 21), which small suppliers do every
 * two years. An operator ends each; one that has ended stays so.
 */
export async function openReportDuties(db: Database, now: Date, supplierSize: 'large' | 'small'): Promise<void> {
  const today = marketDayOf(now, 'Europe/Madrid')
  await openOnce(db, 'complaint_table', quarterBefore(today), [])
  const year = yearBefore(today)
  if (!(await isWithinTwoYears(db, year))) await openOnce(db, 'care_evaluation', year, [`${supplierSize}_supplier`])
}

/** Checks whether a year belongs to the evaluation of two that the year before it has asked for. */
async function isWithinTwoYears(db: Database, { name }: ReportPeriod): Promise<boolean> {
  const before = await findDutiesOf(db, `evaluation:${Number(name) - 1}`)
  return before.some((duty) => duty.kind === 'care_evaluation' && normOf(duty).topic === 'small_supplier')
}

async function openOnce(
  db: Database,
  kind: 'complaint_table' | 'care_evaluation',
  { name, until }: ReportPeriod,
  topics: readonly string[],
): Promise<void> {
  const subject = `${kind === 'complaint_table' ? 'complaints' : 'evaluation'}:${name}` as const
  // The last instant of the period, so that months are counted from its last day.
  const endedAt = new Date(startOf(until, 'Europe/Madrid').getTime() - 1)
  if ((await findDutiesOf(db, subject)).length > 0 || !(await hasCaseBefore(db, endedAt))) return
  await openDuty(db, { kind, subject, facts: { ...plainFacts, topics }, place: null, at: endedAt })
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
