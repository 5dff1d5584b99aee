import type { Period } from './tariff-periods.ts'

const words = { 2: ['peak', 'valley'], 3: ['peak', 'flat', 'valley'] } as const

/**
 * What customers call a period: with three energies or two powers peak, flat and valley; null with six, which go by their
 * number.
 */
export function periodWord(period: Period, periodCount: number): 'peak' | 'flat' | 'valley' | null {
  return periodCount === 2 || periodCount === 3 ? words[periodCount][period - 1]! : null
}
