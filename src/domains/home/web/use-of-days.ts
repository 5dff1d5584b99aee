import { type ConsumptionCurve, sumOf, sumUsedWh } from '#domains/consumption/consumption-curve.ts'
import type { CurveRange } from '#domains/consumption/rules.ts'
import type { ElectricityUse } from '../rules.ts'

/** Returns the usage of some days from a curve. */
export function useOfDays(curve: ConsumptionCurve, days: CurveRange): ElectricityUse {
  const { dataFrom, missingHours } = curve
  return { days, usedWh: sumOf(sumUsedWh(curve)), missingHours: sumOf(missingHours) ?? 0, dataFrom }
}
