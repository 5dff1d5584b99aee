import type { Period } from './tariff-periods.ts'

const periodNames = { 2: ['peak', 'valley'], 3: ['peak', 'flat', 'valley'] } as const

/**
 * Returns what customers call a period: peak, flat and valley with three energy periods or two power periods; null with
 * six, which are called by their number.
 */
export function periodNameOf(period: Period, periodCount: number): 'peak' | 'flat' | 'valley' | null {
  return periodCount === 2 || periodCount === 3 ? periodNames[periodCount][period - 1]! : null
}
