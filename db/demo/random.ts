/** Numbers that look random and come out alike every time. */
export type Random = {
  /** From 0 up to but without 1. */
  share(): number
  /** From `least` up to `most`. */
  between(least: number, most: number): number
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number
  pick<T>(choices: readonly T[]): T
  /** Around 0, mostly between -1 and 1, as measurements scatter. */
  scatter(): number
}

const seed = 'Demo Energia'

/** The random numbers of something that the demo invents, by what it is: other things do not move them. */
export function randomOf(...names: readonly (string | number)[]): Random {
  let state = hashOf(`${seed} ${names.join(' ')}`)

  // Mulberry32 by Tommy Ettinger (public domain): one word of state, and enough for a load curve.
  function share(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const between = (least: number, most: number) => least + share() * (most - least)
  const whole = (least: number, most: number) => least + Math.floor(share() * (most - least + 1))
  return {
    share,
    between,
    whole,
    pick: (choices) => choices[whole(0, choices.length - 1)]!,
    scatter: () => share() + share() + share() - 1.5,
  }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
