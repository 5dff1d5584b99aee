import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { listChangeRequests } from '#domains/changes/desk/api.ts'
import { listDuties } from '#domains/duties/desk/duties/api.ts'
import { countDueDuties } from '#domains/duties/desk/duties/server/due-duty-store.ts'
import { listImports } from '#domains/integration/desk/api.ts'
import { listMails } from '#domains/messages/desk/api.ts'
import { reconcilePayment } from '#domains/payments/desk/api.ts'
import { listCases } from '#domains/support/desk/cases/api.ts'
import { findCases } from '#domains/support/desk/cases/server/case-store.ts'
import { answerDutyJoin, caseClockSql } from '#domains/support/server/answer-duty.ts'
import { type AllowedOperators, isAllowed, type OperatorRole } from '#kit/operator-role.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { listApprovals } from '../../approvals/api.ts'
import { listHealth } from '../../health/api.ts'
import { findHealth, type SystemSetup } from '../../health/server/health-store.ts'
import { listJobs } from '../../jobs/api.ts'
import { findJobs } from '../../jobs/server/job-store.ts'
import { decideLead, listLeads } from '../../leads/api.ts'
import type { TodayReply } from '../api.ts'

type TodayQuery = {
  setups: readonly SystemSetup[]
  locale: Locale
  roles: readonly OperatorRole[]
  userId: number
  now: Date
}

const maxNextCases = 5

/** Counts the open work that the operator's roles allow, each count answered by its own index. */
export async function findToday(db: Database, { setups, locale, roles, userId, now }: TodayQuery): Promise<TodayReply> {
  const ifAllowed = <T>(call: { roles: AllowedOperators }, value: T) => (isAllowed(roles, call.roles) ? value : null)
  const [counts, duties, jobs, health, cases] = await Promise.all([
    findOpenCounts(db, { now, userId }),
    ifAllowed(listDuties, countDueDuties)?.(db, roles, now),
    ifAllowed(listJobs, findJobs)?.(db, now),
    ifAllowed(listHealth, findHealth)?.(db, { setups, now }),
    ifAllowed(listCases, findCases)?.(
      db,
      { q: '', state: 'open', category: null, offset: 0, limit: maxNextCases },
      { reader: { userId, locale }, now },
    ),
  ])
  return {
    cases: ifAllowed(listCases, { overdue: counts.overdue, unassigned: counts.unassigned }),
    duties: duties ?? null,
    requests: ifAllowed(listChangeRequests, { requested: counts.requested, sent: counts.sent }),
    new_leads: ifAllowed(listLeads, counts.leads),
    undecided_leads: ifAllowed(decideLead, counts.undecided),
    // Operators who may only read payments cannot act on them.
    payments: ifAllowed(reconcilePayment, {
      failed: counts.failed,
      unclear: counts.unclear,
      refunds_unclear: counts.refunds,
    }),
    approvals: ifAllowed(listApprovals, counts.approvals),
    failed_mails: ifAllowed(listMails, counts.mails),
    failed_imports: ifAllowed(listImports, counts.imports),
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

type OpenCounts = Record<
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

async function findOpenCounts(db: Database, { now, userId }: Pick<TodayQuery, 'now' | 'userId'>): Promise<OpenCounts> {
  const ago = (hours: number) => new Date(now.getTime() - hours * msPerHour)
  const { rows } = await sql<OpenCounts>`
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
      select count(*) filter (where support_case.assigned_to_user_id is null)::integer as unassigned,
        count(*) filter (where ${caseClockSql(now)} = 'late')::integer as overdue
      from support_case ${answerDutyJoin()} where support_case.state not in ('accepted', 'denied')
    ) as cases cross join (
      select count(*) filter (where state = 'requested')::integer as requested,
        count(*) filter (where state = 'sent')::integer as sent
      from change_request where state in ('requested', 'sent')
    ) as requests`.execute(db)
  return rows[0]!
}
