import type { Period } from '#vocabulary/tariff-periods.ts'
import { type Change, changeSince } from './comparison.ts'
import { allUsedWh, sumOf, type ToldCurve } from './told-curve.ts'

/** What there is to say of a curve in words. Null is what cannot be said. */
export type ConsumptionFacts = {
  usedWh: number | null
  fedInWh: number | null
  /** What was used less what was fed into the grid; reactive energy does not count (specification, point 9: charts). */
  totalWh: number | null
  /** How much fell into the dearest of three periods, or the cheapest of six, in whole percent. */
  share: { period: Period; percent: number } | null
  change: Change | null
  /** The interval in which most was used: its place among the starts. */
  busiest: { index: number; period: Period | null } | null
  missingHours: number
  estimatedHours: number
}

type Asked = { curve: ToldCurve; before: ToldCurve | null; periodCount: 3 | 6 }

/** The facts of a curve, compared with those of a year before where they are given. */
export function factsOf({ curve, before, periodCount }: Asked): ConsumptionFacts {
  const used = allUsedWh(curve)
  const usedWh = sumOf(used)
  const fedInWh = curve.fedInWh && sumOf(curve.fedInWh)
  return {
    usedWh,
    fedInWh,
    totalWh: usedWh === null && fedInWh === null ? null : (usedWh ?? 0) - (fedInWh ?? 0),
    share: shareOf(curve, usedWh, periodCount === 3 ? 1 : 6),
    change: before && changeSince(curve, before),
    busiest: busiestOf(curve, used),
    missingHours: sum(curve.missingHours),
    estimatedHours: sum(curve.estimatedHours),
  }
}

function shareOf({ usedWh }: ToldCurve, allWh: number | null, period: Period): ConsumptionFacts['share'] {
  const told = usedWh.find((series) => series.period === period)
  const ofPeriodWh = told && sumOf(told.values)
  return allWh && ofPeriodWh != null ? { period, percent: Math.round((ofPeriodWh / allWh) * 100) } : null
}

function busiestOf({ periods }: ToldCurve, used: readonly (number | null)[]): ConsumptionFacts['busiest'] {
  let index = -1
  for (const [place, wh] of used.entries()) if (wh !== null && wh > (used[index] ?? 0)) index = place
  return index < 0 ? null : { index, period: periods[index] ?? null }
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
