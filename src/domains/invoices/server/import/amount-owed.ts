import type { Cents } from '#vocabulary/money.ts'

type ImportedAmounts = { amountTotalCents: Cents; amountPendingCents: Cents; paidStatus: string }
/** The stored invoice: its status, what was paid for it in the portal, and whether its customer pays it in parts. */
type StoredInvoice = { paidHereCents: Cents; paidStatus: string; isInParts?: boolean }

/**
 * Calculates what is still owed of an imported invoice: never more than what is left after the payments made in the
 * portal, which the other system may not know of yet.
 */
export function computeAmountOwed(
  imported: ImportedAmounts,
  stored: StoredInvoice | undefined,
): { amountPendingCents: Cents; paidStatus: string } {
  const { amountTotalCents, amountPendingCents } = imported
  // The other system may not know of the parts yet, which no direct debit collects.
  const isPaidHere = stored?.isInParts && imported.paidStatus === 'pending_remesa'
  const paidStatus = isPaidHere ? 'unpaid' : imported.paidStatus
  if (!stored || stored.paidHereCents <= 0) return { amountPendingCents, paidStatus }
  const leftCents = Math.max(0, amountTotalCents - stored.paidHereCents)
  if (amountPendingCents <= leftCents) return { amountPendingCents, paidStatus }
  return { amountPendingCents: leftCents, paidStatus: leftCents === 0 ? stored.paidStatus : paidStatus }
}
