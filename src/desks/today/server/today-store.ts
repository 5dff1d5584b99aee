import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { listApprovals } from '#desks/approvals/api.ts'
import { listCases } from '#desks/cases/api.ts'
import { casesOf } from '#desks/cases/server/case-store.ts'
import { listHealth } from '#desks/health/api.ts'
import { healthOf, type SetUp } from '#desks/health/server/health-store.ts'
import { listImports } from '#desks/imports/api.ts'
import { listJobs } from '#desks/jobs/api.ts'
import { jobsOf } from '#desks/jobs/server/job-store.ts'
import { decideLead, listLeads } from '#desks/leads/api.ts'
import { listMails } from '#desks/mails/api.ts'
import { reconcilePayment } from '#desks/payments/api.ts'
import { listChangeRequests } from '#desks/requests/api.ts'
import type { Locale } from '#kit/locale.ts'
import { type AllowedOperators, isAllowed, type OperatorRole } from '#kit/operator-role.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { Today } from '../api.ts'

type Wanted = {
  setUps: readonly SetUp[]
  locale: Locale
  roles: readonly OperatorRole[]
  userId: number
  now: Date
}

const hour = 3_600_000
const nextCases = 5

/** What is open now of what an operator's roles let them see to, each counted by an index of its own. */
export async function todayOf(db: Database, { setUps, locale, roles, userId, now }: Wanted): Promise<Today> {
  const today = marketDayOf(now, 'Europe/Madrid')
  const onlyFor = <T>(call: { roles: AllowedOperators }, value: T) => (isAllowed(roles, call.roles) ? value : null)
  const [counts, jobs, health, cases] = await Promise.all([
    countsOf(db, { now, userId }),
    onlyFor(listJobs, jobsOf)?.(db, now),
    onlyFor(listHealth, healthOf)?.(db, { setUps, now }),
    onlyFor(listCases, casesOf)?.(
      db,
      { q: '', state: 'open', category: null, offset: 0, limit: nextCases },
      { today, locale },
    ),
  ])
  return {
    cases: onlyFor(listCases, { overdue: counts.overdue, unassigned: counts.unassigned }),
    requests: onlyFor(listChangeRequests, { requested: counts.requested, sent: counts.sent }),
    new_leads: onlyFor(listLeads, counts.leads),
    undecided_leads: onlyFor(decideLead, counts.undecided),
    // Whoever may only read payments has nothing to do about them.
    payments: onlyFor(reconcilePayment, {
      failed: counts.failed,
      unclear: counts.unclear,
      refunds_unclear: counts.refunds,
    }),
    approvals: onlyFor(listApprovals, counts.approvals),
    failed_mails: onlyFor(listMails, counts.mails),
    failed_imports: onlyFor(listImports, counts.imports),
    failing_jobs: jobs?.filter(({ state }) => state === 'failing' || state === 'stuck').length ?? null,
    failing_systems:
      health?.flatMap(({ system, state }) => (state === 'failing' || state === 'late' ? [system] : [])) ?? null,
    next_cases:
      cases?.items.map(({ id, subject, customer, email, clock, due_on }) => ({
        id,
        subject,
        who: customer?.name ?? email,
        due_on,
        is_late: clock === 'late',
      })) ?? null,
  }
}

type Counts = Record<
  | 'overdue'
  | 'unassigned'
  | 'requested'
  | 'sent'
  | 'leads'
  | 'undecided'
  | 'approvals'
  | 'failed'
  | 'unclear'
  | 'refunds'
  | 'mails'
  | 'imports',
  number
>

async function countsOf(db: Database, { now, userId }: Pick<Wanted, 'now' | 'userId'>): Promise<Counts> {
  const ago = (hours: number) => new Date(now.getTime() - hours * hour)
  const today = marketDayOf(now, 'Europe/Madrid')
  const { rows } = await sql<Counts>`
    select cases.*, requests.*,
      (select count(*)::integer from lead where handling = 'new' and created_at > ${ago(30 * 24)}) as leads,
      (select count(*)::integer from lead where awaited_checks <> '{}' and check_outcome is null
        and state = 'sent') as undecided,
      (select count(*)::integer from approval_request where state = 'requested' and expires_at > ${now}
        and requested_by_user_id <> ${userId}) as approvals,
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
