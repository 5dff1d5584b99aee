import type { Load } from './load.ts'

/** What solar panels of this peak power make, in watts: by the height of the sun, through the clouds of the day. */
export function panels(peakWatts: number): Load {
  return ({ cloudShare }, random) =>
    ({ sunHeight }) => {
      if (sunHeight === 0) return 0
      const passing = random.between(-1, 1) * 0.9 * cloudShare * (1 - cloudShare)
      const light = Math.max(0.08, 1 - 0.8 * cloudShare + passing)
      // Under a low sun the air takes its part.
      return peakWatts * 0.88 * sunHeight ** 1.15 * light
    }
}
