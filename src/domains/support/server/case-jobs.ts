import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB, SupportCase } from '#db/tables.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { type PollingLoop, startPollingLoop } from '#kit/server/polling-loop.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { closeCase, endAnswerDuty } from './answer-duty.ts'
import { queueCaseMail } from './case-mail.ts'
import { findContractOfCase } from './find-case-contract.ts'
import { openReportDuties } from './report-duties.ts'

export type CaseJobDeps = {
  db: Kysely<DB>
  settings: Pick<LiveSettings, 'now'>
  clock: () => Date
  log: Parameters<typeof startPollingLoop>[1]['log']
}

/** Warns the customers of incomplete cases, closes those that stay so, and opens the duties to report. Any number of servers may run it. */
export function startCaseJobs({ log, ...deps }: CaseJobDeps): PollingLoop {
  return startPollingLoop(
    async () => {
      await closeIncompleteCases(deps)
      await deps.db
        .transaction()
        .execute((transaction) => openReportDuties(transaction, deps.clock(), deps.settings.now().care.supplierSize))
      return false
    },
    { everySeconds: 3600, name: 'warn of and close incomplete cases', log },
  )
}

/** How long before a case is closed its customer has been warned, at least. */
const daysOfWarning = 3
const batchSize = 100

type IncompleteCase = Selectable<SupportCase> & { complete_by: MarketDay; is_over: boolean }

/**
 * Warns of each incomplete case three days before its time is over, and closes it as resolved once that is over and its
 * customer was warned that long ago (Ley 10/2025, article 13.3 and 13.4). @returns how many were closed.
 */
export async function closeIncompleteCases({ db, settings, clock }: Omit<CaseJobDeps, 'log'>): Promise<number> {
  const isFollowed = settings.now().featureFlags.crm.case
  let closed = 0
  while (true) {
    const found = await db.transaction().execute(async (transaction) => {
      const now = clock()
      const rows = await claimIncompleteCases(transaction, now)
      for (const row of rows) {
        if (row.completion_warned_at === null) await warn(transaction, row, { isFollowed, now })
        else await close(transaction, row, { isFollowed, now })
      }
      closed += rows.filter((row) => row.completion_warned_at !== null).length
      return rows.length
    })
    if (found < batchSize) return closed
  }
}

async function claimIncompleteCases(db: Database, now: Date): Promise<IncompleteCase[]> {
  const warnedBefore = new Date(now.getTime() - daysOfWarning * msPerDay)
  const dueBefore = new Date(now.getTime() + daysOfWarning * msPerDay)
  const { rows } = await sql<IncompleteCase>`
    select support_case.*, completion.due_on as complete_by
    from support_case join duty as completion on completion.kind = 'case_completion' and completion.state = 'open'
      and completion.subject = 'case:' || support_case.case_id
    where support_case.state = 'additional_information_required' and (
      completion_warned_at is null and completion.due_at <= ${dueBefore}
      or completion_warned_at <= ${warnedBefore} and completion.due_at <= ${now})
    order by completion.due_at limit ${batchSize} for update of support_case skip locked`.execute(db)
  return rows
}

type Notice = { isFollowed: boolean; now: Date }

async function warn(db: Database, row: IncompleteCase, { isFollowed, now }: Notice) {
  await db.updateTable('support_case').set({ completion_warned_at: now }).where('case_id', '=', row.case_id).execute()
  // Someone who was warned late has as many days from now on.
  const lastDay = addDays(marketDayOf(now, 'Europe/Madrid'), daysOfWarning)
  const due = row.complete_by > lastDay ? row.complete_by : lastDay
  await queueCaseMail(db, row, { kind: 'support.completionWarning', values: { due }, isFollowed }, now)
}

async function close(db: Database, row: IncompleteCase, { isFollowed, now }: Notice) {
  const { case_id: caseId, state } = row
  await db
    .updateTable('support_case')
    .set({ state: 'accepted', closure: 'incomplete', updated_at: now })
    .where('case_id', '=', caseId)
    .execute()
  await endAnswerDuty(db, caseId, { state: 'cancelled', now })
  await closeCase(db, { caseId, contract: await findContractOfCase(db, row), now })
  await writeAudit(db, {
    action: 'case_closed_incomplete',
    customerId: row.customer_id ?? undefined,
    subject: `case:${caseId}`,
    before: { state },
    after: { state: 'accepted', closure: 'incomplete' },
  })
  await queueCaseMail(db, row, { kind: 'support.closedIncomplete', values: {}, isFollowed }, now)
}
