import * as z from 'zod/mini'
import type { Database } from '#db/database.ts'
import type { ApprovalKind } from '#desks/approvals/server/approval-kind.ts'
import type { LiveSettings } from '#domains/operator/server/live-settings.ts'
import type { ItemKind, RefundState } from '#domains/payments/rules.ts'
import { type Attempt, keyOf } from '#domains/payments/server/attempt-store.ts'
import type { PayNeeds } from '#domains/payments/server/pay.ts'
import { carryOutRefund } from '#domains/payments/server/refund.ts'
import {
  findRefund,
  orderRefund,
  type RefundProblem,
  refundableCents,
  refundsOf,
} from '#domains/payments/server/refund-store.ts'
import { isSmallRefund } from '../rules.ts'
import { findAttempt, itemOf } from './payment-store.ts'

const RefundPayload = z.strictObject({
  payment_id: z.uuid(),
  refund_id: z.uuid(),
  amount_cents: z.int().check(z.positive()),
  is_owed_again: z.boolean(),
})
type RefundPayload = z.output<typeof RefundPayload>

/** What a refund depends on: how the payment stands, and how much of it can still be given back. */
type RefundBasis = {
  state: string
  amount_cents: number
  refundable_cents: number
  item: { kind: ItemKind; number: string }
}

type RefundKind = ApprovalKind<RefundPayload, RefundBasis, { state: RefundState }, RefundProblem | 'platform_missing'>

/** What a request for a refund of a payment is about: one at a time. */
export function subjectOfRefund(paymentId: string): string {
  return `payment:${paymentId}`
}

/**
 * Giving back a payment, which another operator approves: the order is written in the transaction of the decision, and the
 * provider is asked afterwards, by this server or by the job that goes on with refunds.
 */
export function refundApproval(deps: PayNeeds & { settings: Pick<LiveSettings, 'now'> }): RefundKind {
  return {
    name: 'refund',
    payload: RefundPayload,
    subjectOf: ({ payment_id }) => subjectOfRefund(payment_id),
    detail: detailOf,
    readState: async (db, { payment_id }) => basisOf(db, await attemptAt(db, payment_id)),
    async carryOut(trx, { payment_id, refund_id: refundId, amount_cents: amountCents, is_owed_again }, by) {
      const attempt = await attemptAt(trx, payment_id)
      if (!deps.platforms.has(attempt.platform)) return { refused: 'platform_missing' }
      const isRepeated = (await findRefund(trx, { customerId: attempt.customer_id, refundId })) !== undefined
      const order = { attempt, refundId, amountCents, isOwedAgain: is_owed_again }
      const refund = await orderRefund(trx, { ...order, ...by, reason: by.reason ?? '' })
      return typeof refund === 'string' ? { refused: refund } : { done: { state: refund.state }, isRepeated }
    },
    async mayActAlone(trx, { payment_id }) {
      const { amount_cents, refundable_cents } = await basisOf(trx, await attemptAt(trx, payment_id))
      return isSmallRefund(amount_cents - refundable_cents, deps.settings.now().approvals.refundsUnderEuros)
    },
    async afterwards({ payment_id, refund_id: refundId }) {
      const { customerId } = keyOf(await attemptAt(deps.db, payment_id))
      const refund = await findRefund(deps.db, { customerId, refundId })
      const { state } = await carryOutRefund(deps, refund!)
      return { state }
    },
  }
}

async function attemptAt(db: Database, paymentId: string): Promise<Attempt> {
  const attempt = await findAttempt(db, paymentId)
  if (!attempt) throw new Error(`There is no payment ${paymentId}.`)
  return attempt
}

async function basisOf(db: Database, attempt: Attempt): Promise<RefundBasis> {
  const [{ item }, refunds] = [await itemOf(db, attempt), await refundsOf(db, attempt)]
  return {
    state: attempt.state,
    amount_cents: attempt.amount_cents,
    refundable_cents: refundableCents(attempt, refunds),
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
