import type { Cents } from '#vocabulary/money.ts'
import { because, type ToldReason } from '#vocabulary/told-reasons.ts'

/** What another system tells of an invoice's amounts. */
export type ToldAmounts = { amountTotalCents: Cents; amountPendingCents: Cents; paidStatus: string }

/** Why what is pending of an invoice cannot be: it lies between nothing and the total, and nothing of what is paid. */
export function amountContradiction({
  amountTotalCents,
  amountPendingCents,
  paidStatus,
}: ToldAmounts): ToldReason | null {
  if (Math.abs(amountPendingCents) > Math.abs(amountTotalCents)) return because('above_total')
  if (amountPendingCents !== 0 && Math.sign(amountPendingCents) !== Math.sign(amountTotalCents))
    return because('pending_sign', { pending: amountPendingCents, total: amountTotalCents })
  if (paidStatus.startsWith('paid') && amountPendingCents !== 0) return because('paid_but_pending')
  if (paidStatus === 'unpaid' && amountPendingCents === 0 && amountTotalCents !== 0)
    return because('unpaid_but_settled')
  return null
}
