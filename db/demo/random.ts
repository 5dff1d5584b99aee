import { seededRandom } from '#vocabulary/seeded-random.ts'

/** Pseudo-random numbers that are the same every time. */
export type Random = {
  /** From 0 (inclusive) to 1 (exclusive). */
  share(): number
  /** From `min` up to `max`. */
  between(min: number, max: number): number
  /** An integer from `min` to `max`, both included. */
  wholeNumber(min: number, max: number): number
  pick<T>(choices: readonly T[]): T
  /** Around 0, mostly between -1 and 1, scattered like measurements. */
  scatter(): number
}

const seed = 'Demo Energia'

/**
 * Returns the random numbers for something that the demo invents, seeded by its names, so that changes elsewhere do not
 * affect them.
 */
export function createRandom(...names: readonly (string | number)[]): Random {
  const share = seededRandom(`${seed} ${names.join(' ')}`)
  const between = (min: number, max: number) => min + share() * (max - min)
  const wholeNumber = (min: number, max: number) => min + Math.floor(share() * (max - min + 1))
  return {
    share,
    between,
    wholeNumber,
    pick: (choices) => choices[wholeNumber(0, choices.length - 1)]!,
    scatter: () => share() + share() + share() - 1.5,
  }
}
