import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { countUpTo, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import type { PutAsideReason } from '../../rules.ts'
import type { ListedReport } from '../reports-api.ts'
import { maxPaymentCount, type ReportFilter } from '../rules.ts'

type ReportQuery = PageRange & { state: ReportFilter }
type ReportRow = Omit<ListedReport, 'received_at' | 'reason'> & { received_at: Date; reason: string | null }

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
  // A report that refers to a payment unknown here gets no link.
  const { rows } = await sql<ReportRow>`
    select event.platform, event.event_id as id, event.told, event.put_aside_reason as reason, event.received_at,
      event.failures, attempt.payment_attempt_id as payment
    from (
      select * from provider_event where ${where}
      order by received_at, platform, event_id limit ${limit} offset ${offset}
    ) as event
      left join payment_attempt as attempt
        on attempt.customer_id = event.customer_id and attempt.payment_attempt_id = event.payment_attempt_id
    order by event.received_at, event.platform, event.event_id`.execute(db)
  return {
    items: rows.map(({ received_at, reason, ...row }) => ({
      ...row,
      reason: reason as PutAsideReason | null,
      received_at: received_at.toISOString(),
    })),
    total: await countUpTo(db, maxPaymentCount, { from: sql`provider_event`, where: [where] }),
  }
}
