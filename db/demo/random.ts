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

/** What the demo's random numbers begin with. Others make another demo of the same kinds, to measure methods by. */
let seed = 'Demo Energia'

/** Runs something with another demo, and returns its result. It must not wait for anything. */
export function withDemoSeed<Result>(name: string, run: () => Result): Result {
  const before = seed
  seed = name
  try {
    return run()
  } finally {
    seed = before
  }
}

/** Returns what the random numbers begin with now, for caches of what is made of them. */
export function demoSeed(): string {
  return seed
}

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
