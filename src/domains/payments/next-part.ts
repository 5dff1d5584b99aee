import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'

/** What the next part of a plan pays of an invoice, which may be nothing, and until when. */
export type NextPart = { amountCents: Cents; dueOn: MarketDay }

/** What is to be paid of an invoice now and until when, and what remains to be paid after it. */
export type DueAmount = NextPart & { remainingCents: Cents }

/**
 * Returns what is to be paid of an invoice: the next part, or all of it. Of an invoice of which the next part pays nothing, who
 * pays early pays all.
 */
export function dueAmountOf(
  { amountPendingCents, dueOn }: { amountPendingCents: Cents; dueOn: MarketDay },
  nextPart: NextPart | null,
): DueAmount {
  if (!nextPart) return { amountCents: amountPendingCents, dueOn, remainingCents: 0 }
  const amountCents = nextPart.amountCents === 0 ? amountPendingCents : nextPart.amountCents
  return { amountCents, dueOn: nextPart.dueOn, remainingCents: amountPendingCents - amountCents }
}
