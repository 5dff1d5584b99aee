import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import {
  dismissReport as dismiss,
  findReport,
  type Report,
  retryReport as retry,
} from '#domains/payments/server/report-store.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Serve } from '#kit/server/serve.ts'
import { dismissReport, listReports, retryReport } from '../reports-api.ts'
import { reportsOf } from './report-list.ts'

type ReportRouteDeps = { serve: Serve; db: Kysely<DB>; clock: () => Date }

/** The desk where is looked at what card providers reported and could not be applied. */
export function reportDeskRoutes({ serve, db, clock }: ReportRouteDeps) {
  const find = ({ params: { platform, id } }: { params: { platform: string; id: string } }) =>
    findReport(db, { platform, eventId: id })

  serve(listReports, ({ query }) => reportsOf(db, query))

  serve(retryReport, {
    find,
    async act({ actor, subject, request }, refuse) {
      await db.transaction().execute(async (trx) => {
        if (!(await retry(trx, subject, clock()))) throw refuse('report_not_aside')
        const entry = { action: 'payment_report_retried', ...subjectOf(subject) }
        await writeAudit(trx, { ...entry, actorUserId: actor.userId, requestId: request.id })
      })
      return undefined
    },
  })

  serve(dismissReport, {
    find,
    async act({ actor, subject, body: { reason }, request }, refuse) {
      await db.transaction().execute(async (trx) => {
        if (!(await dismiss(trx, subject, clock()))) throw refuse('report_not_aside')
        const entry = { action: 'payment_report_dismissed', ...subjectOf(subject), after: { reason } }
        await writeAudit(trx, { ...entry, actorUserId: actor.userId, requestId: request.id })
      })
      return undefined
    },
  })
}

function subjectOf({ platform, event_id, customer_id, put_aside_reason }: Report) {
  return {
    subject: `payment_report:${platform}:${event_id}`,
    customerId: customer_id ?? undefined,
    before: { putAside: put_aside_reason },
  }
}
