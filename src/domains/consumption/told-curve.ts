import type { MarketDay } from '#vocabulary/day.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import type { ChartType, DayRange } from './rules.ts'

export type Values = readonly (number | null)[]

/** A curve as it was told, by intervals: each array has one value per interval, null where nothing is known. */
export type ToldCurve = {
  type: ChartType
  range: DayRange
  /** When each interval begins by the clock of the supply point, with its offset: `2026-10-25T02:00:00+01:00`. */
  starts: readonly string[]
  /** Energy used, by the tariff periods that occur; the period is null where the tariff has none. */
  usedWh: readonly { period: Period | null; values: Values }[]
  /** Null when nothing is fed into the grid. */
  fedInWh: Values | null
  /** Null when the meter tells nothing of it. */
  reactiveVarh: Values | null
  /** The tariff period of each interval that has only one. */
  periods: readonly (Period | null)[]
  missingHours: readonly number[]
  estimatedHours: readonly number[]
  dataFrom: MarketDay | null
  dataUntil: MarketDay | null
  /** The shortest intervals that the meter measures here. */
  stepMinutes: 15 | 60 | null
}

/** The market day in which an interval begins. */
export function dayOf(start: string): MarketDay {
  return start.slice(0, 'YYYY-MM-DD'.length)
}

/** The wall clock when an interval begins, `20:15`. */
export function clockOf(start: string): string {
  return start.slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length)
}

/** All that was used in each interval, whatever its period. */
export function allUsedWh({ starts, usedWh }: ToldCurve): (number | null)[] {
  const sums: (number | null)[] = starts.map(() => null)
  for (const { values } of usedWh)
    for (const [index, value] of values.entries()) if (value !== null) sums[index] = (sums[index] ?? 0) + value
  return sums
}

/** The sum of what is known, or null when nothing is. */
export function sumOf(values: Values): number | null {
  const known = values.filter((value) => value !== null)
  return known.length ? known.reduce((sum, value) => sum + value, 0) : null
}
