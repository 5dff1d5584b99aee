import type { DatedRegulatedPrice } from '#vocabulary/dated-regulated-prices.ts'

/**
 * Returns the other value that a row may have, in place of it, for a supply of these powers: while its condition is open,
 * both readings are accepted. An operator’s row has none, so it settles the question.
 */
export function conditionalRow(
  row: DatedRegulatedPrice,
  powerWatts: readonly number[],
): DatedRegulatedPrice | undefined {
  const { condition } = row
  if (!condition || Math.max(...powerWatts) > (condition.maximumPowerWatts ?? Number.MAX_SAFE_INTEGER)) return undefined
  return { ...row, value: condition.value, source: condition.source }
}

/** Checks whether it is open which of two values the days of a row have. */
export function isOpen({ condition }: DatedRegulatedPrice<unknown>): boolean {
  return condition !== undefined
}
