import type { DayRange } from '#domains/consumption/rules.ts'
import { allUsedWh, sumOf, type ToldCurve } from '#domains/consumption/told-curve.ts'
import type { Use } from '../rules.ts'

/** What a curve says of the use of some days. */
export function usedIn(curve: ToldCurve, days: DayRange): Use {
  const { dataFrom, missingHours } = curve
  return { days, usedWh: sumOf(allUsedWh(curve)), missingHours: sumOf(missingHours) ?? 0, dataFrom }
}
