import { writeAudit } from '#kit/server/audit.ts'
import type { Refunded } from '#outside/payments/payments.ts'
import { isRefundKeyKept } from '../rules.ts'
import type { PayNeeds } from './pay.ts'
import { recordRefund } from './record-refund.ts'
import {
  attemptOfRefund,
  claimDueRefunds,
  findRefund,
  lockAttempt,
  markRefundAsked,
  type Refund,
} from './refund-store.ts'

const atOnce = 10

/**
 * Asks the provider for a refund that was ordered, and takes the answer. Whoever comes second finds it under way. A server
 * that dies in between leaves it to `carryOutRefunds`.
 */
export async function carryOutRefund(needs: PayNeeds, refund: Refund): Promise<Refund> {
  const isOurs = await markRefundAsked(needs.db, refund, needs.clock())
  return isOurs ? ask(needs, refund) : refund
}

/**
 * Goes on with refunds whose server has died or whose provider gave no answer: a provider that knows them by their id is
 * asked again, and of any other it is not known what it did. True when there were any.
 */
export async function carryOutRefunds(needs: PayNeeds): Promise<boolean> {
  const due = await claimDueRefunds(needs.db, { now: needs.clock(), limit: atOnce })
  for (const refund of due) {
    try {
      await goOn(needs, refund)
    } catch (error) {
      needs.log.error({ refundId: refund.refund_id, error: (error as Error).message }, 'refund not carried out')
    }
  }
  return due.length > 0
}

type Looked = { refund: Refund; outcome: 'made' | 'refused'; userId: number; requestId: string }

/**
 * Takes what somebody has seen at the provider of a refund that gave no answer. False when it is not unclear (any more): a
 * report may have told meanwhile.
 */
export function settleUnclearRefund({ db, clock }: Pick<PayNeeds, 'db' | 'clock'>, looked: Looked): Promise<boolean> {
  const { customer_id: customerId, refund_id: refundId } = looked.refund
  return db.transaction().execute(async (trx) => {
    await lockAttempt(trx, await attemptOfRefund(trx, looked.refund))
    const refund = await findRefund(trx, { customerId, refundId })
    if (refund?.state !== 'unknown') return false
    await recordRefund(trx, { customerId, refundId, event: looked.outcome, providerRefund: null, now: clock() })
    await writeAudit(trx, {
      action: 'refund_settled',
      actorUserId: looked.userId,
      customerId,
      subject: `payment:${refund.payment_attempt_id}`,
      before: { state: refund.state },
      after: { state: looked.outcome, amountCents: refund.amount_cents },
      requestId: looked.requestId,
    })
    return true
  })
}

async function goOn(needs: PayNeeds, refund: Refund): Promise<Refund> {
  if (refund.state === 'pending') return carryOutRefund(needs, refund)
  const ageSeconds = (needs.clock().getTime() - refund.ordered_at.getTime()) / 1000
  const { platform } = await attemptOfRefund(needs.db, refund)
  const isKnown = needs.platforms.get(platform)?.repeatsRefunds && isRefundKeyKept(ageSeconds)
  return isKnown ? ask(needs, refund) : settle(needs, refund, { kind: 'unknown' })
}

async function ask(needs: PayNeeds, refund: Refund): Promise<Refund> {
  const attempt = await attemptOfRefund(needs.db, refund)
  const payments = needs.platforms.get(attempt.platform)
  if (!payments) throw new Error(`This server cannot speak to the payment platform ${attempt.platform}.`)
  const refunded = await payments.refund({
    refundId: refund.refund_id,
    paymentId: attempt.provider_payment!,
    amountCents: refund.amount_cents,
  })
  if ('problem' in refunded && refunded.problem) {
    const { refund_id: refundId, payment_attempt_id: attemptId } = refund
    const told = { refundId, attemptId, platform: attempt.platform, outcome: refunded.kind, ...refunded.problem }
    needs.log.error(told, 'card provider failed')
  }
  // It may be asked for again under its id.
  if (refunded.kind === 'unknown' && payments.repeatsRefunds) return { ...refund, state: 'asked' }
  return settle(needs, refund, refunded)
}

async function settle({ db, clock }: PayNeeds, refund: Refund, refunded: Refunded): Promise<Refund> {
  const { customer_id: customerId, refund_id: refundId } = refund
  const heard = { customerId, refundId, event: refunded.kind, now: clock() }
  const providerRefund = refunded.kind === 'made' ? refunded.providerRefund : null
  return db.transaction().execute((trx) => recordRefund(trx, { ...heard, providerRefund }))
}
