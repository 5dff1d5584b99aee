import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { findPendingApproval } from '#domains/approvals/server/approval-store.ts'
import { type ApprovalDeps, submitAction } from '#domains/approvals/server/submit-action.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import { auditAction } from '#kit/backoffice/server/audit-change.ts'
import type { Serve } from '#kit/server/serve.ts'
import { centsFromDecimal } from '#vocabulary/money.ts'
import type { Platforms } from '../../server/pay.ts'
import { resolveUnclearRefund } from '../../server/refunds/execute-refunds.ts'
import { queryProvider } from '../../server/reports/reconcile-attempts.ts'
import { listPayments, readPayment, reconcilePayment, refundPayment, settleRefund } from '../api.ts'
import { findPayments } from './payment-list.ts'
import { findAttempt, findPaymentDetails, findRefundById } from './payment-store.ts'
import { refundApprovalKind, refundApprovalSubject } from './refund-approval.ts'

type PaymentDeskDeps = Omit<ApprovalDeps, 'settings'> & {
  serve: Serve
  db: Kysely<DB>
  payments: Platforms
  settings: Pick<LiveSettings, 'now'>
}

/** Registers the back-office routes for reading, reconciling and refunding payments. */
export function paymentDeskRoutes({ serve, db, payments: platforms, settings, config, clock }: PaymentDeskDeps) {
  const depsOf = ({ log }: FastifyRequest) => ({ db, platforms, clock, log })
  const find = ({ params: { id } }: { params: { id: string } }) => findAttempt(db, id)

  serve(listPayments, ({ query }) => findPayments(db, query))

  serve(readPayment, {
    find,
    act: async ({ subject }) => ({
      ...(await findPaymentDetails(db, subject)),
      has_platform: platforms.has(subject.platform),
      waiting_approval: await findPendingApproval(db, refundApprovalSubject(subject.payment_attempt_id), clock()),
    }),
  })

  serve(reconcilePayment, {
    find,
    permit({ platform }, refuse) {
      if (!platforms.has(platform)) throw refuse('platform_missing')
    },
    async act({ actor, subject, request }) {
      const { attempt, answer } = await queryProvider(depsOf(request), subject)
      await auditAction({
        ...{ db, actor, request },
        action: 'payment_reconciled',
        customerId: subject.customer_id,
        subject: `payment:${subject.payment_attempt_id}`,
        before: { state: subject.state },
        after: { state: attempt.state, answer },
      })
      return { answer, state: attempt.state }
    },
  })

  serve(refundPayment, {
    find,
    permit({ platform }, refuse) {
      if (!platforms.has(platform)) throw refuse('platform_missing')
    },
    async act({ actor, subject: attempt, body, request }, refuse) {
      const outcome = await submitAction(
        { db, settings, clock, config },
        refundApprovalKind({ ...depsOf(request), settings }),
        {
          payload: {
            payment_id: attempt.payment_attempt_id,
            refund_id: body.refund_id,
            amount_cents: centsFromDecimal(String(body.amount)),
            is_owed_again: body.is_owed_again,
          },
          ...{ actor, request, reason: body.reason, customerId: attempt.customer_id },
        },
      )
      if ('refused' in outcome) throw refuse(outcome.refused, outcome.details)
      return outcome.done
    },
  })

  serve(settleRefund, {
    find: ({ params: { id } }) => findRefundById(db, id),
    async act({ actor, subject: refund, body: { outcome }, request }, refuse) {
      const by = { userId: actor.userId, requestId: request.id }
      const isSettled = await resolveUnclearRefund({ db, clock }, { refund, outcome, ...by })
      if (!isSettled) throw refuse('refund_not_unclear')
      return undefined
    },
  })
}
