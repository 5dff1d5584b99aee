import type { DatedRegulatedPrice } from '#vocabulary/dated-regulated-prices.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'

/**
 * Overlays an operator's rows of a regulated price on the built-in ones: on a day of an own row that row applies, and
 * an own row ends where the next begins. The result is valid: oldest first and never two rows on a day.
 */
export function overlayRows<Value>(
  known: readonly DatedRegulatedPrice<Value>[],
  own: readonly DatedRegulatedPrice<Value>[],
): DatedRegulatedPrice<Value>[] {
  const sorted = [...own].sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
  const ownRows = sorted.map((row, index) => ({ ...row, validTo: earlier(row.validTo, sorted[index + 1]?.validFrom) }))
  const remaining = ownRows.reduce<DatedRegulatedPrice<Value>[]>(
    (rows, over) => rows.flatMap((row) => subtractRow(row, over)),
    [...known],
  )
  return [...remaining, ...ownRows].sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
}

/** Returns what is left of a row on the days on which another does not apply. */
function subtractRow<Value>(
  row: DatedRegulatedPrice<Value>,
  over: DatedRegulatedPrice<Value>,
): DatedRegulatedPrice<Value>[] {
  const isBefore = row.validTo !== null && row.validTo <= over.validFrom
  const isAfter = over.validTo !== null && over.validTo <= row.validFrom
  if (isBefore || isAfter) return [row]
  const head = row.validFrom < over.validFrom ? [{ ...row, validTo: over.validFrom }] : []
  const tail =
    over.validTo !== null && (row.validTo === null || over.validTo < row.validTo)
      ? [{ ...row, validFrom: over.validTo }]
      : []
  return [...head, ...tail]
}

function earlier(day: MarketDay | null, other: MarketDay | undefined): MarketDay | null {
  if (other === undefined) return day
  return day === null || other < day ? other : day
}

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
