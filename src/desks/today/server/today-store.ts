import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { casesOf } from '#desks/cases/server/case-store.ts'
import { healthOf, type SetUp } from '#desks/health/server/health-store.ts'
import { jobsOf } from '#desks/jobs/server/job-store.ts'
import type { Locale } from '#kit/locale.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { Today } from '../api.ts'

type Wanted = { setUps: readonly SetUp[]; locale: Locale; now: Date }

const hour = 3_600_000
const nextCases = 5

/** What is open now, each counted by an index of its own. */
export async function todayOf(db: Database, { setUps, locale, now }: Wanted): Promise<Today> {
  const today = marketDayOf(now, 'Europe/Madrid')
  const [counts, jobs, health, cases] = await Promise.all([
    countsOf(db, now),
    jobsOf(db, now),
    healthOf(db, { setUps, now }),
    casesOf(db, { q: '', state: 'open', category: null, offset: 0, limit: nextCases }, { today, locale }),
  ])
  return {
    cases: { overdue: counts.overdue, unassigned: counts.unassigned },
    requests: { requested: counts.requested, sent: counts.sent },
    new_leads: counts.leads,
    payments: { failed: counts.failed, unclear: counts.unclear, refunds_unclear: counts.refunds },
    failed_mails: counts.mails,
    failed_imports: counts.imports,
    failing_jobs: jobs.filter(({ state }) => state === 'failing' || state === 'stuck').length,
    failing_systems: health.flatMap(({ system, state }) => (state === 'failing' || state === 'late' ? [system] : [])),
    next_cases: cases.items.map(({ id, subject, customer, email, clock, due_on }) => ({
      id,
      subject,
      who: customer?.name ?? email,
      due_on,
      is_late: clock === 'late',
    })),
  }
}

type Counts = Record<
  'overdue' | 'unassigned' | 'requested' | 'sent' | 'leads' | 'failed' | 'unclear' | 'refunds' | 'mails' | 'imports',
  number
>

async function countsOf(db: Database, now: Date): Promise<Counts> {
  const ago = (hours: number) => new Date(now.getTime() - hours * hour)
  const today = marketDayOf(now, 'Europe/Madrid')
  const { rows } = await sql<Counts>`
    select cases.*, requests.*,
      (select count(*)::integer from lead where handling = 'new' and created_at > ${ago(30 * 24)}) as leads,
      (select count(*)::integer from payment_attempt where state = 'failed' and created_at > ${ago(24)}) as failed,
      (select count(*)::integer from payment_attempt where state = 'unknown' and created_at < ${ago(1)}) as unclear,
      (select count(*)::integer from payment_refund where state = 'unknown') as refunds,
      (select count(*)::integer from outbox_message where given_up_at > ${ago(7 * 24)}) as mails,
      (select count(*)::integer from import_run where state = 'failed' and created_at > ${ago(7 * 24)}) as imports
    from (
      select count(*) filter (where assigned_to_user_id is null)::integer as unassigned,
        count(*) filter (where due_on < ${today} and answered_at is null
          and state <> 'additional_information_required')::integer as overdue
      from support_case where state not in ('accepted', 'denied')
    ) as cases cross join (
      select count(*) filter (where state = 'requested')::integer as requested,
        count(*) filter (where state = 'sent')::integer as sent
      from change_request where state in ('requested', 'sent')
    ) as requests`.execute(db)
  return rows[0]!
}
