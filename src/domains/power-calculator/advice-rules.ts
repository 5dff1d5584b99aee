import { domesticPowerWatts, leastPowerWatts } from '#vocabulary/access-tariffs.ts'
import type { Cents } from '#vocabulary/money.ts'

/**
 * Up to 15 kW a supply with a smart meter may contract any multiple of 0.1 kW (Real Decreto 1164/2001, art. 5.4, as
 * changed by Real Decreto-ley 15/2018, art. 16). Above it there is no grid of steps, and the same one is kept.
 */
const stepWatts = 100

/** A year without its winter, say, does not tell what is needed: so many days of it must have been measured. */
export const fewestDays = 330

/** Within a quarter of an hour little more is used than on average; within an hour it can be much more. */
export function marginPercent(minutes: number): number {
  return minutes <= 15 ? 10 : 25
}

/** What was measured in a period of power: the most on average over so many minutes. */
export type Measured = { place: number; watts: number; minutes: number }

/** What each period needs, P1 first: what was measured with the margin; nothing where nothing was measured. */
export function neededWatts(measured: readonly Measured[], count: number): number[] {
  return Array.from({ length: count }, (_, place) => {
    const found = measured.find((each) => each.place === place)
    return found ? Math.ceil((found.watts * (100 + marginPercent(found.minutes))) / 100) : 0
  })
}

/**
 * The lowest powers, and so the cheapest, that hold what each period needs within the access tariff of the contract. With
 * six, none is lower than the one before (Circular 3/2020), the first two reach above 15 kW, where six begin, and the last
 * four are others than now, as a change of power asks.
 */
export function lowestPowers(needed: readonly number[], present: readonly number[]): number[] {
  const hasSix = needed.length > 2
  const powers: number[] = []
  for (const [place, need] of needed.entries()) {
    const previous = hasSix ? (powers[place - 1] ?? 0) : 0
    const above = hasSix && place === 1 ? domesticPowerWatts + stepWatts : leastPowerWatts
    const least = Math.max(Math.ceil(Math.max(need, above) / stepWatts) * stepWatts, previous)
    powers.push(hasSix && place > 1 && least === present[place] ? least + stepWatts : least)
  }
  return powers
}

/**
 * What is advised: `lower` pays itself back within a year; `raise` where more was measured than is contracted; `keep` where a
 * change brings nothing; `unmeasured` where too few days were.
 */
export const verdicts = ['lower', 'raise', 'keep', 'unmeasured'] as const
export type Verdict = (typeof verdicts)[number]

type Standing = {
  measured: readonly Measured[]
  days: number
  present: readonly number[]
  /** What the advised powers save in a year, and what the change costs once. */
  savingCents: Cents
  rightsCents: Cents
}

export function verdictOf({ measured, days, present, savingCents, rightsCents }: Standing): Verdict {
  if (days < fewestDays || measured.length === 0) return 'unmeasured'
  if (measured.some(({ place, watts }) => watts > (present[place] ?? 0))) return 'raise'
  return savingCents > rightsCents ? 'lower' : 'keep'
}

/** Whether what is used above the contracted power is billed by the quarter of an hour, instead of cutting the supply off. */
export function billsExcess(tariff: string): boolean {
  return tariff !== '2.0TD'
}
