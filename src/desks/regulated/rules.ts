import { type FigureKind, numbersOf, type OwnRow, valueProblem } from '#domains/figures/kinds.ts'
import { mayBegin, overlaid } from '#domains/figures/rules.ts'
import type { DatedFigure } from '#vocabulary/dated-figures.ts'
import type { MarketDay } from '#vocabulary/day.ts'

/** A value of a figure, and the version of it where an operator entered it. */
type Entered = { numbers: string[]; version: number | null }

/** All values of a figure, oldest first: those that the product knows with an operator's laid over them. */
export function historyOf(
  kind: FigureKind,
  { known, own }: { known: readonly DatedFigure<unknown>[]; own: readonly (OwnRow & { version: number })[] },
): DatedFigure<Entered>[] {
  return overlaid(
    known.map((row) => ({ ...row, value: { numbers: numbersOf(kind, row.value), version: null as number | null } })),
    own.map(({ valid_from, valid_to, value, source, version }) => ({
      ...{ validFrom: valid_from, validTo: valid_to, source },
      value: { numbers: value.split(' '), version },
    })),
  )
}

/** Whether a value is over, holds on a day, or is to come. */
export function standingOf(
  { validFrom, validTo }: Pick<DatedFigure<unknown>, 'validFrom' | 'validTo'>,
  today: MarketDay,
): 'past' | 'in_force' | 'planned' {
  if (validFrom > today) return 'planned'
  return validTo !== null && validTo <= today ? 'past' : 'in_force'
}

type Wanted = { valid_from: MarketDay; valid_to: MarketDay | null; values: readonly string[] }

/** What keeps a value from being entered, by field; `others` are all values but the one that is changed. */
export function problemOf(
  kind: FigureKind,
  { valid_from: from, valid_to: to, values }: Wanted,
  { others, today }: { others: readonly DatedFigure<unknown>[]; today: MarketDay },
): Record<string, string[]> | undefined {
  if (to !== null && to <= from) return { valid_to: ['ends_before'] }
  if (!mayBegin(others, from, today)) return { valid_from: ['begins_too_early'] }
  const problem = valueProblem(kind, values)
  return problem === null ? undefined : { values: [problem] }
}
