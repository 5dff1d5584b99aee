import { isValidOn } from './dated-rows.ts'
import { addDays, type MarketDay } from './day.ts'

/** A regulated price with the days on which it is valid. */
export type DatedRegulatedPrice<Value = string> = {
  validFrom: MarketDay
  /** The first day on which it is no longer valid; null while no end is known. */
  validTo: MarketDay | null
  /** A price or a percentage is an exact decimal string in the unit of its series. */
  value: Value
  /** The legal norm, or where the value was published. */
  source: string
  /** Whether the value stands in for one that could not be confirmed for these days. */
  provisional?: true
  /** The other value that these days have if something is found to have happened: until that is known both are accepted. */
  condition?: PriceCondition
}

/** Another value of a row, the day on which it is decided whether it applies, and the norm that says so. */
export type PriceCondition = {
  value: string
  decidedOn: MarketDay
  /** It applies to supplies of at most this power only. */
  maximumPowerWatts?: number
  source: string
}

/**
 * All values of a regulated price, oldest first and at most one per day. On a day without a row the value is not known.
 */
export type RegulatedPriceSeries<Value = string> = {
  name: string
  unit: string
  rows: readonly DatedRegulatedPrice<Value>[]
}

/** A range of market days, both inclusive. */
export type DayRange = { firstDay: MarketDay; lastDay: MarketDay }

/**
 * Returns the row in force on a day. Throws a RangeError that names the regulated price, its unit and the day when
 * there is none.
 */
export function regulatedPriceAt<Value>(
  series: RegulatedPriceSeries<Value>,
  day: MarketDay,
): DatedRegulatedPrice<Value> {
  const row = findRegulatedPriceAt(series, day)
  if (!row) throw new RangeError(`No value of ${series.name} (${series.unit}) is known for ${day}`)
  return row
}

/**
 * Returns the row in force on a day, or undefined, for a regulated price that need not exist every day (a reduced tax
 * rate).
 */
export function findRegulatedPriceAt<Value>(
  series: RegulatedPriceSeries<Value>,
  day: MarketDay,
): DatedRegulatedPrice<Value> | undefined {
  return series.rows.find((row) => isValidOn(row, day))
}

/**
 * Splits a range of days where the value changes: one part per value, in order, together covering every day once.
 * `valueAt` returns the value of a day and the first day on which it is no longer valid.
 */
export function splitByValidity<Valid extends { validTo: MarketDay | null }>(
  { firstDay, lastDay }: DayRange,
  valueAt: (day: MarketDay) => Valid,
): (DayRange & { valid: Valid })[] {
  const parts = []
  for (let day = firstDay; day <= lastDay; ) {
    const valid = valueAt(day)
    const { validTo } = valid
    if (validTo === null || validTo > lastDay) return [...parts, { firstDay: day, lastDay, valid }]
    parts.push({ firstDay: day, lastDay: addDays(validTo, -1), valid })
    day = validTo
  }
  return parts
}
