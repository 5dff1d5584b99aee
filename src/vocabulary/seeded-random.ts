/**
 * Returns a source of pseudo-random numbers from 0 (inclusive) to 1 (exclusive), the same ones for the same seed: for
 * invented data and for resampling that must be repeatable, not for secrets.
 */
export function seededRandom(seed: string): () => number {
  let state = hashOf(seed)
  // Mulberry32 by Tommy Ettinger (public domain): one word of state, good enough for a load curve.
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
