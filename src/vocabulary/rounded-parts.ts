/** Watt hours of the kWh that bills and charts write without decimals. */
export const wholeKwh = 1_000

/**
 * Values rounded to whole steps so that what is written adds up: the parts come to their sum rounded, and each is one of the two
 * steps beside it. What is missing goes to the parts that rounding down takes most from, the first of equal ones (largest
 * remainder). Halves of the sum are rounded away from zero, as `Intl.NumberFormat` rounds them.
 */
export function roundedParts(parts: readonly number[], step: number): number[] {
  const sum = parts.reduce((total, part) => total + part, 0)
  const floors = parts.map((part) => Math.floor(part / step))
  let missing = roundedSteps(sum, step) - floors.reduce((total, floor) => total + floor, 0)
  const rounded = [...floors]
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: part - floors[index]! * step }))
    .sort((one, other) => other.remainder - one.remainder || one.index - other.index)
  for (const { index } of byRemainder) {
    if (missing <= 0) break
    rounded[index]! += 1
    missing -= 1
  }
  return rounded.map((steps) => unitsOf(steps, step))
}

/** A value rounded to whole steps, halves away from zero. */
export function roundedTo(value: number, step: number): number {
  return unitsOf(roundedSteps(value, step), step)
}

function roundedSteps(value: number, step: number): number {
  return Math.sign(value) * Math.round(Math.abs(value) / step)
}

/** Never a zero with a sign. */
function unitsOf(steps: number, step: number): number {
  return steps === 0 ? 0 : steps * step
}
