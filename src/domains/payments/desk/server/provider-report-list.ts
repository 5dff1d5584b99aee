import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { countUpTo, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import type { PutAsideReason } from '../../rules.ts'
import type { ListedReport } from '../reports-api.ts'
import { maxPaymentCount, type ReportFilter } from '../rules.ts'

type ReportQuery = PageRange & { state: ReportFilter }
type ReportRow = Omit<ListedReport, 'received_at' | 'reason' | 'payment'> & {
  received_at: Date
  reason: string | null
  customer_id: number | null
  payment_attempt_id: string | null
}

const filterConditions: Record<ReportFilter, RawBuilder<boolean>> = {
  put_aside: sql`put_aside_at is not null and dismissed_at is null`,
  waiting: sql`applied_at is null and put_aside_at is null`,
  dismissed: sql`dismissed_at is not null`,
}

/** Returns the provider reports that were not applied, oldest first. At most `maxPaymentCount` are counted. */
export async function findReports(
  db: Database,
  { state, offset, limit }: ReportQuery,
): Promise<ResultPage<ListedReport>> {
  const where = filterConditions[state]
  const { rows } = await sql<ReportRow>`
    select platform, event_id as id, told, put_aside_reason as reason, received_at, failures, customer_id, payment_attempt_id
    from provider_event where ${where}
    order by received_at, platform, event_id limit ${limit} offset ${offset}`.execute(db)
  const known = await findKnownPayments(db, rows)
  return {
    items: rows.map(({ received_at, reason, customer_id, payment_attempt_id: payment, ...row }) => ({
      ...row,
      // A report that refers to a payment unknown here gets no link.
      payment: payment !== null && known.has(payment) ? payment : null,
      reason: reason as PutAsideReason | null,
      received_at: received_at.toISOString(),
    })),
    total: await countUpTo(db, maxPaymentCount, { from: sql`provider_event`, where: [where] }),
  }
}

// A statement of its own: joined with reports, which are on one node, all payments of the others would be sent there.
async function findKnownPayments(db: Database, rows: readonly ReportRow[]): Promise<Set<string>> {
  const named = rows.filter(
    ({ customer_id: customer, payment_attempt_id: payment }) => customer !== null && payment !== null,
  )
  if (named.length === 0) return new Set()
  const { rows: known } = await sql<{ id: string }>`
    select payment_attempt_id as id from payment_attempt
    where (customer_id, payment_attempt_id) in (
      ${sql.join(named.map((row) => sql`(${row.customer_id}::bigint, ${row.payment_attempt_id}::uuid)`))})`.execute(db)
  return new Set(known.map(({ id }) => id))
}
