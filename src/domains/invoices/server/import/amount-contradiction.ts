import type { Cents } from '#vocabulary/money.ts'
import { type RejectionReason, rejectionReason } from '#vocabulary/rejection-reasons.ts'

/** The amounts of an invoice as imported from another system. */
export type ImportedAmounts = { amountTotalCents: Cents; amountPendingCents: Cents; paidStatus: string }

/**
 * Returns why the pending amount of an invoice is inconsistent, or null. It must lie between zero and the total, and
 * must be zero for a paid invoice.
 */
export function findAmountContradiction({
  amountTotalCents,
  amountPendingCents,
  paidStatus,
}: ImportedAmounts): RejectionReason | null {
  if (Math.abs(amountPendingCents) > Math.abs(amountTotalCents)) return rejectionReason('above_total')
  if (amountPendingCents !== 0 && Math.sign(amountPendingCents) !== Math.sign(amountTotalCents))
    return rejectionReason('pending_sign', { pending: amountPendingCents, total: amountTotalCents })
  if (paidStatus.startsWith('paid') && amountPendingCents !== 0) return rejectionReason('paid_but_pending')
  if (paidStatus === 'unpaid' && amountPendingCents === 0 && amountTotalCents !== 0)
    return rejectionReason('unpaid_but_settled')
  return null
}
