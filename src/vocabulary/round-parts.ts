/** The watt hours of a kWh, for bills and charts that show kWh without decimals. */
export const wholeKwh = 1_000

/**
 * Rounds values to whole steps so that the displayed numbers add up: the parts sum to their rounded sum, and each is
 * one of its two neighbouring steps. The difference goes to the parts that lose most by rounding down, the first of
 * equal ones (largest remainder). Halves of the sum are rounded away from zero, like `Intl.NumberFormat`.
 */
export function roundParts(parts: readonly number[], step: number): number[] {
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

/** Rounds a value to whole steps, halves away from zero. */
export function roundToStep(value: number, step: number): number {
  return unitsOf(roundedSteps(value, step), step)
}

function roundedSteps(value: number, step: number): number {
  return Math.sign(value) * Math.round(Math.abs(value) / step)
}

/** Avoids negative zero. */
function unitsOf(steps: number, step: number): number {
  return steps === 0 ? 0 : steps * step
}
