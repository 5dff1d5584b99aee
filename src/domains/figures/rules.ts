import type { DatedFigure } from '#vocabulary/dated-figures.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'

/**
 * The rows of a figure once somebody's own are laid over those that were known: on a day of an own row that one holds, and
 * an own row ends where the next begins. The rows stay as they must be, oldest first and never two on a day.
 */
export function overlaid<Value>(
  known: readonly DatedFigure<Value>[],
  own: readonly DatedFigure<Value>[],
): DatedFigure<Value>[] {
  const sorted = [...own].sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
  const placed = sorted.map((row, place) => ({ ...row, validTo: earlier(row.validTo, sorted[place + 1]?.validFrom) }))
  const left = placed.reduce<DatedFigure<Value>[]>((rows, over) => rows.flatMap((row) => around(row, over)), [...known])
  return [...left, ...placed].sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
}

/** What is left of a row on the days on which another does not hold. */
function around<Value>(row: DatedFigure<Value>, over: DatedFigure<Value>): DatedFigure<Value>[] {
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
 * Whether a value may begin on a day: bills were made with what was in force, so that only days of which nothing certain is
 * known, or that are still to come, can have another.
 */
export function mayBegin(rows: readonly DatedFigure<unknown>[], validFrom: MarketDay, today: MarketDay): boolean {
  const tomorrow = addDays(today, 1)
  return !rows.some(
    ({ validFrom: from, validTo, provisional }) =>
      !provisional && from < tomorrow && (validTo === null || validTo > validFrom) && validFrom < tomorrow,
  )
}
