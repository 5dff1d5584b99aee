/**
 * Returns round values for the grid lines of a chart, zero among them: at most `maxCount`, the first at or below `min`
 * and the last at or above `max`.
 */
export function chooseRoundTicks(min: number, max: number, maxCount = 5): number[] {
  const low = Math.min(0, min)
  const high = Math.max(0, max)
  if (low === high) return [0, 1]

  for (const step of roundSteps((high - low) / (maxCount - 1))) {
    const first = Math.floor(low / step)
    const last = Math.ceil(high / step)
    if (last - first < maxCount)
      return Array.from({ length: last - first + 1 }, (_, index) => roundFloat((first + index) * step))
  }
  return [low, high]
}

/**
 * Returns round values between `min` and `max`, zero among them: at most `maxCount`, for a scale that ends where its
 * bars do.
 */
export function chooseRoundTicksWithin(min: number, max: number, maxCount = 5): number[] {
  const low = Math.min(0, min)
  const high = Math.max(0, max)
  if (low === high) return [0]

  for (const step of roundSteps((high - low) / maxCount)) {
    const first = Math.ceil(low / step)
    const last = Math.floor(high / step)
    if (last - first < maxCount)
      return Array.from({ length: last - first + 1 }, (_, index) => roundFloat((first + index) * step))
  }
  return [0]
}

/** Yields 1, 2 and 5 times powers of ten, starting with the first that is not below `smallest`. */
function* roundSteps(smallest: number) {
  for (let power = 10 ** Math.floor(Math.log10(smallest)); ; power *= 10) {
    for (const factor of [1, 2, 5]) if (factor * power >= smallest) yield factor * power
  }
}

/** Removes binary floating-point noise: three times 0.1 is slightly more than 0.3. */
function roundFloat(value: number): number {
  return Number(value.toPrecision(12)) + 0
}
