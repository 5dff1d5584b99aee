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
  let state = hashOf(`${seed} ${names.join(' ')}`)

  // Mulberry32 by Tommy Ettinger (public domain): one word of state, good enough for a load curve.
  function share(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

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

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
