import type { MarketDay } from '#vocabulary/day.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import type { ChartType, CurveRange } from './rules.ts'

export type Values = readonly (number | null)[]

/** A curve as received, by intervals: each array has one value per interval, null where it is unknown. */
export type ConsumptionCurve = {
  type: ChartType
  range: CurveRange
  /** The start of each interval in the local time of the supply point, with its offset: `2026-10-25T02:00:00+01:00`. */
  starts: readonly string[]
  /** Energy used, by the tariff periods that occur; the period is null if the tariff has none. */
  usedWh: readonly { period: Period | null; values: Values }[]
  /** Null if nothing is fed into the grid. */
  fedInWh: Values | null
  /** Null if the meter does not report it. */
  reactiveVarh: Values | null
  /** The tariff period of each interval that has only one. */
  periods: readonly (Period | null)[]
  missingHours: readonly number[]
  estimatedHours: readonly number[]
  dataFrom: MarketDay | null
  dataUntil: MarketDay | null
  /** The shortest intervals that the meter measures in this range. */
  stepMinutes: 15 | 60 | null
}

/** Returns the market day on which an interval begins. */
export function dayOf(start: string): MarketDay {
  return start.slice(0, 'YYYY-MM-DD'.length)
}

/** Returns the local time at which an interval begins, `20:15`. */
export function clockOf(start: string): string {
  return start.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length)
}

/** Returns the total usage of each interval over all periods. */
export function sumUsedWh({ starts, usedWh }: ConsumptionCurve): (number | null)[] {
  const sums: (number | null)[] = starts.map(() => null)
  for (const { values } of usedWh)
    for (const [index, value] of values.entries()) if (value !== null) sums[index] = (sums[index] ?? 0) + value
  return sums
}

/** Returns the sum of the known values, or null if none is known. */
export function sumOf(values: Values): number | null {
  const known = values.filter((value) => value !== null)
  return known.length ? known.reduce((sum, value) => sum + value, 0) : null
}
