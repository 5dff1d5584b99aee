/**
 * Round values for the lines of a chart from the least to the greatest value, zero among them: at most `most` of them,
 * the first at or below `least` and the last at or above `greatest`.
 */
export function roundTicks(least: number, greatest: number, most = 5): number[] {
  const low = Math.min(0, least)
  const high = Math.max(0, greatest)
  if (low === high) return [0, 1]

  for (const step of roundSteps((high - low) / (most - 1))) {
    const first = Math.floor(low / step)
    const last = Math.ceil(high / step)
    if (last - first < most)
      return Array.from({ length: last - first + 1 }, (_, index) => cleaned((first + index) * step))
  }
  return [low, high]
}

/** Round values between the least and the greatest, zero among them: at most `most`, for a scale that ends where its bars do. */
export function roundTicksWithin(least: number, greatest: number, most = 5): number[] {
  const low = Math.min(0, least)
  const high = Math.max(0, greatest)
  if (low === high) return [0]

  for (const step of roundSteps((high - low) / most)) {
    const first = Math.ceil(low / step)
    const last = Math.floor(high / step)
    if (last - first < most)
      return Array.from({ length: last - first + 1 }, (_, index) => cleaned((first + index) * step))
  }
  return [0]
}

/** 1, 2 and 5 times a power of ten, from the first that is not below the smallest. */
function* roundSteps(smallest: number) {
  for (let power = 10 ** Math.floor(Math.log10(smallest)); ; power *= 10) {
    for (const factor of [1, 2, 5]) if (factor * power >= smallest) yield factor * power
  }
}

/** In binary floats three times 0.1 is a little more than 0.3. */
function cleaned(value: number): number {
  return Number(value.toPrecision(12)) + 0
}
