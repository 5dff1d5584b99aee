import { addMonths, type MarketDay } from './day.ts'
import type { Cents } from './money.ts'

/** What a bill corrects: earlier bills charged too little, or too much. */
export const correctionKinds = ['underbilled', 'overbilled'] as const

/** Earlier bills charged too little from a day on; this bill charges it now. */
export type Underbilling = {
  kind: 'underbilled'
  /** The part of this bill that earlier ones lacked, with taxes. */
  amountCents: Cents
  /** The first day on which too little was billed. */
  errorOn: MarketDay
  /** The day on which the distributor corrected it; null where the error was the retailer's own. */
  distributorOn: MarketDay | null
}

/** An earlier bill charged too much; this bill gives it back. */
export type Overbilling = {
  kind: 'overbilled'
  /** What was charged too much in all, with taxes. */
  amountCents: Cents
  /** The day of issue of the bill with the error. */
  billedOn: MarketDay
  /** The day on which it was paid; null if that is not known. */
  paidOn: MarketDay | null
}

export type BillCorrection = Underbilling | Overbilling

/** Returns how many whole months lie between two days: one from 31 January to 28 February. */
export function wholeMonthsBetween(first: MarketDay, last: MarketDay): number {
  let count = 0
  while (addMonths(first, count + 1) <= last) count++
  return count
}

/**
 * Returns in how many monthly parts a correction is paid: as many as whole months from the error to the correction, up to
 * a limit (RD 88/2026, article 45.2). One part is the bill itself.
 */
export function correctionPartCount(
  { errorOn, correctedOn }: { errorOn: MarketDay; correctedOn: MarketDay },
  maxMonths: number,
): number {
  return Math.max(1, Math.min(maxMonths, wholeMonthsBetween(errorOn, correctedOn)))
}
