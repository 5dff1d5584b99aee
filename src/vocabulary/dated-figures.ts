import { addDays, type MarketDay } from './day.ts'

/** A figure that holds from one day until another. */
export type DatedFigure<Value = string> = {
  validFrom: MarketDay
  /** The first day on which it no longer holds; null while no end is known. */
  validTo: MarketDay | null
  /** A price or a percentage is an exact decimal string in the unit of its series. */
  value: Value
  /** The norm, or where the figure was seen. */
  source: string
  /** The figure stands in for one that could not be confirmed for these days. */
  provisional?: true
}

/** All values one figure has had, oldest first and never two on a day. A day without any is a day on which it is not known. */
export type FigureSeries<Value = string> = {
  name: string
  unit: string
  rows: readonly DatedFigure<Value>[]
}

export type DayRange = { firstDay: MarketDay; lastDay: MarketDay }

/** The row in force on a day. Throws a RangeError that names the figure, its unit and the day when there is none. */
export function figureAt<Value>(series: FigureSeries<Value>, day: MarketDay): DatedFigure<Value> {
  const row = findFigure(series, day)
  if (!row) throw new RangeError(`No value of ${series.name} (${series.unit}) is known for ${day}`)
  return row
}

/** The row in force on a day, for a figure that need not exist every day (a reduced tax rate). */
export function findFigure<Value>(series: FigureSeries<Value>, day: MarketDay): DatedFigure<Value> | undefined {
  return series.rows.find((row) => row.validFrom <= day && (row.validTo === null || day < row.validTo))
}

/**
 * Cuts a range of days where the value changes: one part per value, in order, together covering every day once.
 * `valueAt` answers what holds on a day and the first day on which it no longer does.
 */
export function splitByValidity<Valid extends { validTo: MarketDay | null }>(
  { firstDay, lastDay }: DayRange,
  valueAt: (day: MarketDay) => Valid,
): (DayRange & { valid: Valid })[] {
  const parts = []
  for (let day = firstDay; day <= lastDay; ) {
    const valid = valueAt(day)
    const partLastDay = valid.validTo !== null && valid.validTo <= lastDay ? addDays(valid.validTo, -1) : lastDay
    parts.push({ firstDay: day, lastDay: partLastDay, valid })
    day = addDays(partLastDay, 1)
  }
  return parts
}
