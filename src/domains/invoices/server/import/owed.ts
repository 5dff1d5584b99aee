import type { Cents } from '#vocabulary/money.ts'

type Told = { amountTotalCents: Cents; amountPendingCents: Cents; paidStatus: string }
/** The invoice as it stands here, and what was paid for it here. */
type Before = { paidHereCents: Cents; paidStatus: string }

/**
 * What is still owed of an invoice that another system tells of: never more than what is left after the payments taken here,
 * of which that system may not know yet.
 */
export function owed(told: Told, before: Before | undefined): { amountPendingCents: Cents; paidStatus: string } {
  const { amountTotalCents, amountPendingCents, paidStatus } = told
  if (!before || before.paidHereCents <= 0) return { amountPendingCents, paidStatus }
  const leftCents = Math.max(0, amountTotalCents - before.paidHereCents)
  if (amountPendingCents <= leftCents) return { amountPendingCents, paidStatus }
  return { amountPendingCents: leftCents, paidStatus: leftCents === 0 ? before.paidStatus : paidStatus }
}
