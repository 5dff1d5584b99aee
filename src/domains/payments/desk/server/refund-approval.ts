import * as z from 'zod/mini'
import type { Database } from '#db/database.ts'
import type { ApprovalKind } from '#domains/approvals/server/approval-kind.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import type { RefundState } from '../../refund-rules.ts'
import type { ItemKind } from '../../rules.ts'
import { type Attempt, attemptKeyOf } from '../../server/attempt-store.ts'
import type { PaymentDeps } from '../../server/pay.ts'
import { executeRefund } from '../../server/refunds/execute-refunds.ts'
import {
  computeRefundableCents,
  findRefund,
  findRefunds,
  orderRefund,
  type RefundProblem,
} from '../../server/refunds/refund-store.ts'
import type { RefundDetail } from '../approval-detail.ts'
import { isSmallRefund } from '../rules.ts'
import { findAttempt, findPaymentItem } from './payment-store.ts'

const RefundPayload = z.strictObject({
  payment_id: z.uuid(),
  refund_id: z.uuid(),
  amount_cents: z.int().check(z.positive()),
  is_owed_again: z.boolean(),
})
type RefundPayload = z.output<typeof RefundPayload>

/** The state that a refund depends on: the payment and its refundable amount. */
type RefundBasis = {
  state: string
  amount_cents: number
  refundable_cents: number
  item: { kind: ItemKind; number: string }
}

type RefundApprovalKind = ApprovalKind<
  RefundPayload,
  RefundBasis,
  { state: RefundState },
  RefundProblem | 'platform_missing',
  RefundDetail
>

/** Returns the approval subject for refunds of a payment, of which at most one is open. */
export function refundApprovalSubject(paymentId: string): string {
  return `payment:${paymentId}`
}

/**
 * The refund of a payment, with approval by another operator. The order is stored in the transaction of the decision;
 * the provider is called afterwards, by this server or by the job that completes refunds.
 */
export function refundApprovalKind(deps: PaymentDeps & { settings: Pick<LiveSettings, 'now'> }): RefundApprovalKind {
  return {
    name: 'refund',
    payload: RefundPayload,
    subjectOf: ({ payment_id }) => refundApprovalSubject(payment_id),
    detail: detailOf,
    readState: async (db, { payment_id }) => findRefundBasis(db, await loadAttempt(db, payment_id)),
    async execute(trx, { payment_id, refund_id: refundId, amount_cents: amountCents, is_owed_again }, by) {
      const attempt = await loadAttempt(trx, payment_id)
      if (!deps.platforms.has(attempt.platform)) return { refused: 'platform_missing' }
      const isRepeated = (await findRefund(trx, { customerId: attempt.customer_id, refundId })) !== undefined
      const order = { attempt, refundId, amountCents, isOwedAgain: is_owed_again }
      const refund = await orderRefund(trx, { ...order, ...by, reason: by.reason ?? '' })
      return typeof refund === 'string' ? { refused: refund } : { done: { state: refund.state }, isRepeated }
    },
    async needsNoApproval(trx, { payment_id }) {
      const { amount_cents, refundable_cents } = await findRefundBasis(trx, await loadAttempt(trx, payment_id))
      return isSmallRefund(amount_cents - refundable_cents, deps.settings.now().approvals.refundsUnderEuros)
    },
    async afterCommit({ payment_id, refund_id: refundId }) {
      const { customerId } = attemptKeyOf(await loadAttempt(deps.db, payment_id))
      const refund = await findRefund(deps.db, { customerId, refundId })
      const { state } = await executeRefund(deps, refund!)
      return { state }
    },
  }
}

async function loadAttempt(db: Database, paymentId: string): Promise<Attempt> {
  const attempt = await findAttempt(db, paymentId)
  if (!attempt) throw new Error(`There is no payment ${paymentId}.`)
  return attempt
}

async function findRefundBasis(db: Database, attempt: Attempt): Promise<RefundBasis> {
  const [{ item }, refunds] = [await findPaymentItem(db, attempt), await findRefunds(db, attempt)]
  return {
    state: attempt.state,
    amount_cents: attempt.amount_cents,
    refundable_cents: computeRefundableCents(attempt, refunds),
    item: { kind: item.kind, number: item.number },
  }
}

function detailOf({ payment_id, amount_cents, is_owed_again }: RefundPayload, basis: RefundBasis) {
  return {
    kind: 'refund' as const,
    payment: { id: payment_id, amount: basis.amount_cents / 100, item: basis.item },
    amount: amount_cents / 100,
    is_owed_again,
    refundable_before: basis.refundable_cents / 100,
    refundable_after: Math.max(0, basis.refundable_cents - amount_cents) / 100,
  }
}
