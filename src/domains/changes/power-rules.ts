import { leastPowerWatts } from '#vocabulary/access-tariffs.ts'
import { typedWatts } from '#vocabulary/typed-power.ts'

/** Up to this power a contract has two powers, above it six. */
const thresholdWatts = 15_000

/** More than the largest supply there is; what is beyond is a slip. */
const mostWatts = 100_000_000

/** What is wrong with the power of a period: the code of a field's error. */
export type PowerProblem =
  | 'power_required'
  | 'power_unreadable'
  | 'power_too_low'
  | 'power_too_high'
  | 'power_period_unused'
  | 'power_same_error_modification_close'
  | 'power_lower_than_previous'

/** Watts as somebody typed them in kW: 0 where nothing stands, null where it cannot be read. */
export function readPower(text: string): number | null {
  return text.trim() === '' ? 0 : typedWatts(text)
}

/** Whether a contract with these first two powers has six. */
export function hasSixPowers([first, second]: readonly (number | null)[]): boolean {
  return [first, second].some((watts) => (watts ?? 0) > thresholdWatts)
}

/** The access tariff of a supply with so many powers; one of higher voltage stays as it is. */
export function tariffFor(powerCount: number, present: string): string {
  if (powerCount === 2) return '2.0TD'
  return present === '2.0TD' ? '3.0TD' : present
}

/** The access tariff on the other side of 15 kW. */
export function tariffAcross({ tariff }: { tariff: string }): string {
  return tariff === '2.0TD' ? tariffFor(6, tariff) : tariffFor(2, tariff)
}

/** The access tariff that a contract changes to with so many powers; null where it stays. */
export function newTariff(powerCount: number, present: string): string | null {
  const next = tariffFor(powerCount, present)
  return next === present ? null : next
}

/**
 * What is wrong with each of six powers that are asked for, P1 first, 0 where there is none; `present` are those of the
 * contract (specification, point 5).
 */
export function powerProblems(
  asked: readonly (number | null)[],
  present: readonly number[],
): (PowerProblem | undefined)[] {
  const problems: (PowerProblem | undefined)[] = [0, 1].map((place) => ownProblem(asked[place]!, leastPowerWatts))
  if (hasSixPowers(asked)) return [...problems, ...[2, 3, 4, 5].map((place) => problemAbove(asked, present, place))]

  const unused = [2, 3, 4, 5].map((place): PowerProblem | undefined =>
    asked[place] ? 'power_period_unused' : undefined,
  )
  const isSame = asked[0] === present[0] && asked[1] === present[1]
  return [...(isSame ? [sameProblem, sameProblem] : problems), ...unused]
}

const sameProblem: PowerProblem = 'power_same_error_modification_close'

function ownProblem(watts: number | null, least: number): PowerProblem | undefined {
  if (watts === null) return 'power_unreadable'
  if (watts === 0) return 'power_required'
  if (watts < least) return 'power_too_low'
  return watts > mostWatts ? 'power_too_high' : undefined
}

/** The problem of one of the last four of six powers: each is another than now, and not lower than the one before. */
function problemAbove(
  asked: readonly (number | null)[],
  present: readonly number[],
  place: number,
): PowerProblem | undefined {
  const watts = asked[place]!
  const own = ownProblem(watts, 1)
  if (own) return own
  if (watts === present[place]) return sameProblem
  return watts! < (asked[place - 1] ?? 0) ? 'power_lower_than_previous' : undefined
}
