import type { Period } from '#vocabulary/tariff-periods.ts'
import { computeChange, type UsageChange } from './comparison.ts'
import { type ConsumptionCurve, sumOf, sumUsedWh } from './consumption-curve.ts'

/** The facts of a curve for its description. Null for unknown ones. */
export type ConsumptionSummary = {
  usedWh: number | null
  fedInWh: number | null
  /** Energy used less energy fed into the grid; reactive energy does not count (specification, point 9: charts). */
  totalWh: number | null
  /** The share of the most expensive of three periods, or the cheapest of six, in whole percent. */
  share: { period: Period; percent: number } | null
  change: UsageChange | null
  /** The interval with the highest usage: its index in the starts. */
  busiest: { index: number; period: Period | null } | null
  missingHours: number
  estimatedHours: number
}

type SummaryInput = { curve: ConsumptionCurve; before: ConsumptionCurve | null; periodCount: 3 | 6 }

/** Returns the facts of a curve, compared with those of the year before if they are given. */
export function summarizeConsumption({ curve, before, periodCount }: SummaryInput): ConsumptionSummary {
  const used = sumUsedWh(curve)
  const usedWh = sumOf(used)
  const fedInWh = curve.fedInWh && sumOf(curve.fedInWh)
  return {
    usedWh,
    fedInWh,
    totalWh: usedWh === null && fedInWh === null ? null : (usedWh ?? 0) - (fedInWh ?? 0),
    share: shareOf(curve, usedWh, periodCount === 3 ? 1 : 6),
    change: before && computeChange(curve, before),
    busiest: busiestOf(curve, used),
    missingHours: sum(curve.missingHours),
    estimatedHours: sum(curve.estimatedHours),
  }
}

function shareOf({ usedWh }: ConsumptionCurve, allWh: number | null, period: Period): ConsumptionSummary['share'] {
  const periodSeries = usedWh.find((series) => series.period === period)
  const ofPeriodWh = periodSeries && sumOf(periodSeries.values)
  return allWh && ofPeriodWh != null ? { period, percent: Math.round((ofPeriodWh / allWh) * 100) } : null
}

function busiestOf({ periods }: ConsumptionCurve, used: readonly (number | null)[]): ConsumptionSummary['busiest'] {
  let index = -1
  for (const [candidate, wh] of used.entries()) if (wh !== null && wh > (used[index] ?? 0)) index = candidate
  return index < 0 ? null : { index, period: periods[index] ?? null }
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}
