import { domesticPowerWatts, minPowerWatts } from '#vocabulary/access-tariffs.ts'
import type { Cents } from '#vocabulary/money.ts'

/**
 * Up to 15 kW a supply with a smart meter may contract any multiple of 0.1 kW (Real Decreto 88/2026, art. 34.8). Above
 * it there are no fixed steps, and the same one is used.
 */
const stepWatts = 100

/**
 * The minimum number of measured days in a year: without winter, for example, a year does not show what power is
 * needed.
 */
export const minDays = 330

/**
 * Returns the margin in percent above an average: within a quarter of an hour the peak is only a little higher, within
 * an hour it can be much higher.
 */
export function marginPercent(minutes: number): number {
  return minutes <= 15 ? 10 : 25
}

/** The measured maximum in a power period, averaged over the given minutes. */
export type MeasuredPower = { periodIndex: number; watts: number; minutes: number }

/**
 * Returns the power that each period needs, P1 first: the measured power with its margin, or 0 if nothing was measured.
 */
export function computeNeededWatts(measured: readonly MeasuredPower[], count: number): number[] {
  return Array.from({ length: count }, (_, periodIndex) => {
    const match = measured.find((each) => each.periodIndex === periodIndex)
    return match ? Math.ceil((match.watts * (100 + marginPercent(match.minutes))) / 100) : 0
  })
}

/**
 * Returns the lowest, and therefore cheapest, powers that cover what each period needs within the contract's access
 * tariff. With six powers, none is lower than the one before (Circular 3/2020), P2 is above 15 kW, where six periods
 * begin, and P3 to P6 differ from the current ones, as a change of power requires.
 */
export function computeLowestPowers(needed: readonly number[], present: readonly number[]): number[] {
  const hasSix = needed.length > 2
  const powers: number[] = []
  for (const [index, need] of needed.entries()) {
    const previous = hasSix ? (powers[index - 1] ?? 0) : 0
    const above = hasSix && index === 1 ? domesticPowerWatts + stepWatts : minPowerWatts
    const lowest = Math.max(Math.ceil(Math.max(need, above) / stepWatts) * stepWatts, previous)
    powers.push(hasSix && index > 1 && lowest === present[index] ? lowest + stepWatts : lowest)
  }
  return powers
}

/**
 * The verdicts of the advice: `lower` pays for itself within a year; `raise` if more was measured than is contracted;
 * `keep` if a change has no benefit; `unmeasured` if too few days were measured.
 */
export const verdicts = ['lower', 'raise', 'keep', 'unmeasured'] as const
export type Verdict = (typeof verdicts)[number]

type VerdictInput = {
  measured: readonly MeasuredPower[]
  days: number
  present: readonly number[]
  /** What the advised powers save in a year; below, the one-time cost of the change. */
  savingCents: Cents
  rightsCents: Cents
}

export function chooseVerdict({ measured, days, present, savingCents, rightsCents }: VerdictInput): Verdict {
  if (days < minDays || measured.length === 0) return 'unmeasured'
  if (measured.some(({ periodIndex, watts }) => watts > (present[periodIndex] ?? 0))) return 'raise'
  return savingCents > rightsCents ? 'lower' : 'keep'
}

/**
 * Checks whether usage above the contracted power is billed by the quarter hour, instead of the supply being cut off.
 */
export function billsExcess(tariff: string): boolean {
  return tariff !== '2.0TD'
}
