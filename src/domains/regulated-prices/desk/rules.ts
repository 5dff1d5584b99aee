import type { DatedRegulatedPrice } from '#vocabulary/dated-regulated-prices.ts'
import { overlayRows } from '#vocabulary/dated-rows.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { findNumbersProblem, listNumbers, type OperatorPriceRow, type RegulatedPriceKind } from '../kinds.ts'
import { mayBeginOn } from '../rules.ts'

/** A value, with its version if an operator entered it. */
type EnteredValue = { numbers: string[]; version: number | null }

/** Returns all values of a regulated price, oldest first: the built-in ones overlaid with those of operators. */
export function mergeHistory(
  kind: RegulatedPriceKind,
  {
    builtIn,
    entered,
  }: { builtIn: readonly DatedRegulatedPrice<unknown>[]; entered: readonly (OperatorPriceRow & { version: number })[] },
): DatedRegulatedPrice<EnteredValue>[] {
  return overlayRows(
    builtIn.map((row) => ({
      ...row,
      value: { numbers: listNumbers(kind, row.value), version: null as number | null },
    })),
    entered.map(({ valid_from, valid_to, value, source, version }) => ({
      ...{ validFrom: valid_from, validTo: valid_to, source },
      value: { numbers: value.split(' '), version },
    })),
  )
}

/** Returns whether a value is past, in force or planned on a day. */
export function valueStatusOf(
  { validFrom, validTo }: Pick<DatedRegulatedPrice<unknown>, 'validFrom' | 'validTo'>,
  today: MarketDay,
): 'past' | 'in_force' | 'planned' {
  if (validFrom > today) return 'planned'
  return validTo !== null && validTo <= today ? 'past' : 'in_force'
}

type ValueInput = { valid_from: MarketDay; valid_to: MarketDay | null; values: readonly string[] }

/** Returns why a value cannot be entered, by field. `others` are all values except the edited one. */
export function findValueProblem(
  kind: RegulatedPriceKind,
  { valid_from: from, valid_to: to, values }: ValueInput,
  { others, today }: { others: readonly DatedRegulatedPrice<unknown>[]; today: MarketDay },
): Record<string, string[]> | undefined {
  if (to !== null && to <= from) return { valid_to: ['ends_before'] }
  if (!mayBeginOn(others, from, today)) return { valid_from: ['begins_too_early'] }
  const problem = findNumbersProblem(kind, values)
  return problem === null ? undefined : { values: [problem] }
}
