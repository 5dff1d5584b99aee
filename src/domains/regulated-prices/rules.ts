import type { DatedRegulatedPrice } from '#vocabulary/dated-regulated-prices.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'

/**
 * Checks whether a value may begin on a day. Bills have been made with the values in force, so only days without a
 * certain value, or future ones, can have another.
 */
export function mayBeginOn(
  rows: readonly DatedRegulatedPrice<unknown>[],
  validFrom: MarketDay,
  today: MarketDay,
): boolean {
  const tomorrow = addDays(today, 1)
  return !rows.some(
    ({ validFrom: from, validTo, provisional }) =>
      !provisional && from < tomorrow && (validTo === null || validTo > validFrom) && validFrom < tomorrow,
  )
}
