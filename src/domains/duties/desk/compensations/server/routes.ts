import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { findPendingApproval } from '#domains/approvals/server/approval-store.ts'
import { type ApprovalDeps, submitAction } from '#domains/approvals/server/submit-action.ts'
import { auditChange } from '#kit/backoffice/server/audit-change.ts'
import type { Serve } from '#kit/server/serve.ts'
import { decideCompensation, findCompensation } from '../../../server/compensation-store.ts'
import { approveCompensation, listCompensations, rejectCompensation } from '../api.ts'
import { compensationApproval, compensationApprovalSubject } from './compensation-approval.ts'
import { findCompensations } from './compensation-list.ts'

type CompensationDeskDeps = ApprovalDeps & { serve: Serve; db: Kysely<DB> }

/** Registers the back-office routes with which operators decide what is paid for missed terms. */
export function compensationDeskRoutes({ serve, ...deps }: CompensationDeskDeps) {
  const { db, clock } = deps

  serve(listCompensations, ({ query }) => findCompensations(db, query, clock()))

  serve(approveCompensation, {
    find: ({ params }) => findCompensation(db, params.id),
    permit: refuseDecided,
    async act({ subject: { compensation_id: id }, actor, request }, refuse) {
      const payload = { compensation_id: id }
      const outcome = await submitAction(deps, compensationApproval, { payload, actor, request })
      if ('refused' in outcome) throw refuse(outcome.refused as 'compensation_decided')
      return outcome.done
    },
  })

  serve(rejectCompensation, {
    find: ({ params }) => findCompensation(db, params.id),
    permit: refuseDecided,
    async act({ subject: { compensation_id: id, customer_id: customerId }, actor, body: { reason }, request }, refuse) {
      const subject = compensationApprovalSubject(id)
      await db.transaction().execute(async (db) => {
        const compensation = await findCompensation(db, id)
        if (compensation?.state !== 'proposed') throw refuse('compensation_decided')
        if (await findPendingApproval(db, subject, clock())) throw refuse('approval_open')
        const { userId } = actor
        await decideCompensation(db, id, { state: 'rejected', reason, userId, now: clock() })
        await auditChange({
          ...{ db, actor, request, customerId, subject: `compensation:${id}` },
          action: 'compensation_rejected',
        })
      })
      return undefined
    },
  })

  function refuseDecided({ state }: { state: string }, refuse: (code: 'compensation_decided') => Error) {
    if (state !== 'proposed') throw refuse('compensation_decided')
  }
}
