import type { Selectable } from 'kysely'
import type { PaymentRefund } from '#db/tables.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { createQueueWorker, type QueueWorker, workOnDue } from '#kit/server/queue-runner.ts'
import type { RefundOutcome } from '#outside/payments/payment-provider.ts'
import { isRefundKeyValid } from '../../refund-rules.ts'
import type { PaymentDeps } from '../pay.ts'
import { recordRefund } from './record-refund.ts'
import {
  findAttemptOfRefund,
  findRefund,
  lockAttempt,
  markRefundRequested,
  type Refund,
  refundOf,
  refundQueue,
} from './refund-store.ts'

/**
 * Requests an ordered refund from the provider and records the result. A concurrent second call finds it in progress.
 * If a server dies in between, the refund worker completes it.
 */
export async function executeRefund(deps: PaymentDeps, refund: Refund): Promise<Refund> {
  const isOurs = await markRefundRequested(deps.db, refund, deps.clock())
  return isOurs ? requestRefund(deps, refund) : refund
}

/**
 * Creates the worker that resumes refunds whose server died or whose provider gave no answer. A provider that identifies
 * refunds by their id is asked again; for any other, the outcome is recorded as unknown.
 */
export function createRefundWorker(deps: PaymentDeps): QueueWorker<Selectable<PaymentRefund>> {
  const { db, clock, log } = deps
  return createQueueWorker({
    ...{ db, clock, queue: refundQueue },
    work: async (row) => void (await resumeRefund(deps, refundOf(row))),
    onFailure: async ({ refund_id }, { message }) =>
      log.error({ refundId: refund_id, error: message }, 'refund not executed'),
  })
}

/** Resumes the refunds that are due. Returns whether there were any. */
export function resumeDueRefunds(deps: PaymentDeps): Promise<boolean> {
  return workOnDue(createRefundWorker(deps))
}

type UnclearRefundInput = { refund: Refund; outcome: 'made' | 'refused'; userId: number; requestId: string }

/**
 * Records the outcome that an operator has found at the provider for a refund without an answer. Returns false if its
 * outcome is known by now, for example from a report.
 */
export function resolveUnclearRefund(
  { db, clock }: Pick<PaymentDeps, 'db' | 'clock'>,
  input: UnclearRefundInput,
): Promise<boolean> {
  const { customer_id: customerId, refund_id: refundId } = input.refund
  return db.transaction().execute(async (trx) => {
    await lockAttempt(trx, await findAttemptOfRefund(trx, input.refund))
    const refund = await findRefund(trx, { customerId, refundId })
    if (refund?.state !== 'unknown') return false
    await recordRefund(trx, { customerId, refundId, event: input.outcome, providerRefund: null, now: clock() })
    await writeAudit(trx, {
      action: 'refund_settled',
      actorUserId: input.userId,
      customerId,
      subject: `payment:${refund.payment_attempt_id}`,
      before: { state: refund.state },
      after: { state: input.outcome, amountCents: refund.amount_cents },
      requestId: input.requestId,
    })
    return true
  })
}

async function resumeRefund(deps: PaymentDeps, refund: Refund): Promise<Refund> {
  if (refund.state === 'pending') return executeRefund(deps, refund)
  const ageSeconds = (deps.clock().getTime() - refund.ordered_at.getTime()) / 1000
  const { platform } = await findAttemptOfRefund(deps.db, refund)
  const isKnown = deps.platforms.get(platform)?.repeatsRefunds && isRefundKeyValid(ageSeconds)
  return isKnown ? requestRefund(deps, refund) : recordRefundResult(deps, refund, { kind: 'unknown' })
}

async function requestRefund(deps: PaymentDeps, refund: Refund): Promise<Refund> {
  const attempt = await findAttemptOfRefund(deps.db, refund)
  const payments = deps.platforms.get(attempt.platform)
  if (!payments) throw new Error(`This server cannot use the payment platform ${attempt.platform}.`)
  const refunded = await payments.refund({
    refundId: refund.refund_id,
    paymentId: attempt.provider_payment!,
    amountCents: refund.amount_cents,
  })
  if ('problem' in refunded && refunded.problem) {
    const { refund_id: refundId, payment_attempt_id: attemptId } = refund
    const details = { refundId, attemptId, platform: attempt.platform, outcome: refunded.kind, ...refunded.problem }
    deps.log.error(details, 'card provider failed')
  }
  // It may be requested again with the same id.
  if (refunded.kind === 'unknown' && payments.repeatsRefunds) return { ...refund, state: 'asked' }
  return recordRefundResult(deps, refund, refunded)
}

async function recordRefundResult(
  { db, clock }: PaymentDeps,
  refund: Refund,
  refunded: RefundOutcome,
): Promise<Refund> {
  const { customer_id: customerId, refund_id: refundId } = refund
  const update = { customerId, refundId, event: refunded.kind, now: clock() }
  const providerRefund = refunded.kind === 'made' ? refunded.providerRefund : null
  return db.transaction().execute((trx) => recordRefund(trx, { ...update, providerRefund }))
}
