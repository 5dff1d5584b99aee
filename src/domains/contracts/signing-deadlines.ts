import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { addWorkingDays } from '#vocabulary/working-days.ts'

/**
 * The maximum number of days from a signature until a distributor switches the supply: working days for electricity, five
 * more where complex work is needed (Real Decreto 88/2026, art. 18.1), days of the calendar for gas (Real Decreto
 * 1434/2002, art. 44).
 */
export const switchTerms = {
  electricity: { workingDays: 10, complexWorkingDays: 15 },
  gas: { days: 21 },
} as const

/** Returns the last day on which a signed contract begins; null once it is past. */
export function computeLatestStart(
  { energy, signedOn }: { energy: 'electricity' | 'gas'; signedOn: MarketDay },
  today: MarketDay,
): MarketDay | null {
  const day =
    energy === 'gas'
      ? addDays(signedOn, switchTerms.gas.days)
      : addWorkingDays(signedOn, switchTerms.electricity.complexWorkingDays)
  return day < today ? null : day
}
