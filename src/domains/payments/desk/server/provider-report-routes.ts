import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { auditChange } from '#kit/backoffice/server/audit-change.ts'
import type { Serve } from '#kit/server/serve.ts'
import {
  dismissReport as dismiss,
  findReport,
  type Report,
  retryReport as retry,
} from '../../server/reports/report-store.ts'
import { dismissReport, listReports, retryReport } from '../reports-api.ts'
import { findReports } from './provider-report-list.ts'

type ProviderReportRouteDeps = { serve: Serve; db: Kysely<DB>; clock: () => Date }

/** Registers the back-office routes for payment provider reports that could not be applied. */
export function providerReportRoutes({ serve, db, clock }: ProviderReportRouteDeps) {
  const find = ({ params: { platform, id } }: { params: { platform: string; id: string } }) =>
    findReport(db, { platform, eventId: id })

  serve(listReports, ({ query }) => findReports(db, query))

  serve(retryReport, {
    find,
    async act({ actor, subject, request }, refuse) {
      await db.transaction().execute(async (trx) => {
        if (!(await retry(trx, subject, clock()))) throw refuse('report_not_aside')
        await auditChange({ db: trx, actor, request, action: 'payment_report_retried', ...auditSubjectOf(subject) })
      })
      return undefined
    },
  })

  serve(dismissReport, {
    find,
    async act({ actor, subject, body: { reason }, request }, refuse) {
      await db.transaction().execute(async (trx) => {
        if (!(await dismiss(trx, subject, clock()))) throw refuse('report_not_aside')
        await auditChange({
          ...{ db: trx, actor, request, ...auditSubjectOf(subject) },
          action: 'payment_report_dismissed',
          after: { reason },
        })
      })
      return undefined
    },
  })
}

function auditSubjectOf({ platform, event_id, customer_id, put_aside_reason }: Report) {
  return {
    subject: `payment_report:${platform}:${event_id}`,
    customerId: customer_id,
    before: { putAside: put_aside_reason },
  }
}
