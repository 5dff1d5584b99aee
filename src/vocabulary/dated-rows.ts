import type { MarketDay } from './day.ts'

/** The days on which a row is valid; `validTo` is the first day on which it no longer is, null while no end is known. */
export type Validity = { validFrom: MarketDay; validTo: MarketDay | null }

/** Checks whether a row is valid on a day. */
export function isValidOn({ validFrom, validTo }: Validity, day: MarketDay): boolean {
  return validFrom <= day && (validTo === null || day < validTo)
}

/**
 * Overlays an operator's dated rows on the built-in ones: on a day of an own row that row applies, and an own row ends
 * where the next begins. The result is valid: oldest first and never two rows on a day.
 */
export function overlayRows<Row extends Validity>(known: readonly Row[], own: readonly Row[]): Row[] {
  const sorted = [...own].sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
  const ownRows = sorted.map((row, index) => ({ ...row, validTo: earlier(row.validTo, sorted[index + 1]?.validFrom) }))
  const remaining = ownRows.reduce<Row[]>((rows, over) => rows.flatMap((row) => subtractRow(row, over)), [...known])
  return [...remaining, ...ownRows].sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
}

/** Returns what is left of a row on the days on which another does not apply. */
function subtractRow<Row extends Validity>(row: Row, over: Row): Row[] {
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
