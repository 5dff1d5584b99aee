import { minPowerWatts } from '#vocabulary/access-tariffs.ts'
import { parseWattsInput } from '#vocabulary/power-input.ts'

/** Up to this power a contract has two powers; above it, six. */
const thresholdWatts = 15_000

/** Larger than any existing supply; anything above it is a typing error. */
const maxWatts = 100_000_000

/** The error code of the power of a period. */
export type PowerProblem =
  | 'power_required'
  | 'power_unreadable'
  | 'power_too_low'
  | 'power_too_high'
  | 'power_above_extension_right'
  | 'power_period_unused'
  | 'power_same_error_modification_close'
  | 'power_lower_than_previous'

/** Parses a power typed in kW into watts. Returns 0 for an empty input and null for one that cannot be parsed. */
export function parsePowerInput(text: string): number | null {
  return text.trim() === '' ? 0 : parseWattsInput(text)
}

/** Checks whether a contract with these first two powers has six. */
export function hasSixPowers([first, second]: readonly (number | null)[]): boolean {
  return [first, second].some((watts) => (watts ?? 0) > thresholdWatts)
}

/** Returns the access tariff of a supply with this number of powers. A tariff of higher voltage does not change. */
export function tariffFor(powerCount: number, present: string): string {
  if (powerCount === 2) return '2.0TD'
  return present === '2.0TD' ? '3.0TD' : present
}

/** Returns the access tariff on the other side of 15 kW. */
export function tariffAcross({ tariff }: { tariff: string }): string {
  return tariff === '2.0TD' ? tariffFor(6, tariff) : tariffFor(2, tariff)
}

/**
 * Returns the access tariff that a contract with this number of powers changes to; null where the tariff does not
 * change.
 */
export function newTariff(powerCount: number, present: string): string | null {
  const next = tariffFor(powerCount, present)
  return next === present ? null : next
}

/**
 * Returns the problem of each of six requested powers, P1 first, 0 where there is none. `present` holds the powers of
 * the contract (specification, point 5). No power is above the extension right where that is known (Real Decreto 88/2026,
 * art. 38.3).
 */
export function powerProblems(
  requested: readonly (number | null)[],
  present: readonly number[],
  extensionRightWatts: number | null = null,
): (PowerProblem | undefined)[] {
  return problemsWithin(requested, present).map((problem, index) => {
    const isAbove = extensionRightWatts !== null && (requested[index] ?? 0) > extensionRightWatts
    return problem ?? (isAbove ? 'power_above_extension_right' : undefined)
  })
}

function problemsWithin(
  requested: readonly (number | null)[],
  present: readonly number[],
): (PowerProblem | undefined)[] {
  const problems: (PowerProblem | undefined)[] = [0, 1].map((index) => ownProblem(requested[index]!, minPowerWatts))
  if (hasSixPowers(requested))
    return [...problems, ...[2, 3, 4, 5].map((index) => thirdToSixthProblem(requested, present, index))]

  const unused = [2, 3, 4, 5].map((index): PowerProblem | undefined =>
    requested[index] ? 'power_period_unused' : undefined,
  )
  const isSame = requested[0] === present[0] && requested[1] === present[1]
  return [...(isSame ? [sameProblem, sameProblem] : problems), ...unused]
}

const sameProblem: PowerProblem = 'power_same_error_modification_close'

function ownProblem(watts: number | null, minWatts: number): PowerProblem | undefined {
  if (watts === null) return 'power_unreadable'
  if (watts === 0) return 'power_required'
  if (watts < minWatts) return 'power_too_low'
  return watts > maxWatts ? 'power_too_high' : undefined
}

/**
 * Returns the problem of one of the last four of six powers: each must differ from the present one and not be lower
 * than the one before.
 */
function thirdToSixthProblem(
  requested: readonly (number | null)[],
  present: readonly number[],
  index: number,
): PowerProblem | undefined {
  const watts = requested[index]!
  const own = ownProblem(watts, 1)
  if (own) return own
  if (watts === present[index]) return sameProblem
  return watts! < (requested[index - 1] ?? 0) ? 'power_lower_than_previous' : undefined
}
