import type { LoadProfile } from './load-profile.ts'

/**
 * Returns the output in watts of solar panels of this peak power, by the elevation of the sun and the cloud cover of
 * the day.
 */
export function createPanelOutput(peakWatts: number): LoadProfile {
  return ({ cloudShare }, random) =>
    ({ sunHeight }) => {
      if (sunHeight === 0) return 0
      const passing = random.between(-1, 1) * 0.9 * cloudShare * (1 - cloudShare)
      const light = Math.max(0.08, 1 - 0.8 * cloudShare + passing)
      // The atmosphere absorbs more when the sun is low.
      return peakWatts * 0.88 * sunHeight ** 1.15 * light
    }
}
