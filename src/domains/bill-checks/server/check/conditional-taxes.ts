import type { DatedRegulatedPrice } from '#vocabulary/dated-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'

/**
 * The taxes of November and December 2026, which Real Decreto-ley 25/2026 (BOE-A-2026-20265, articles 18 to 21) lowers if
 * consumer prices of electricity rose by more than 15 %. Until an operator enters the row, both readings are accepted.
 */
const conditional = {
  firstDay: '2026-11-01',
  lastDay: '2026-12-31',
  electricityTax: '0.5',
  vat: '10',
  maximumPowerWatts: 10_000,
} as const

const source = 'Real Decreto-ley 25/2026, arts. 18-21 (BOE-A-2026-20265)'

/** Returns the lower electricity tax that may apply on a day, in place of a row that is not confirmed. */
export function conditionalElectricityTax(
  row: DatedRegulatedPrice,
  dueDay: MarketDay,
): DatedRegulatedPrice | undefined {
  return isOpen(row, dueDay) ? lowered(row, conditional.electricityTax) : undefined
}

/** Returns the lower VAT that may apply to a small supply on a day. */
export function conditionalVat(
  row: DatedRegulatedPrice,
  { dueDay, powerWatts }: { dueDay: MarketDay; powerWatts: readonly number[] },
): DatedRegulatedPrice | undefined {
  const isSmall = Math.max(...powerWatts) <= conditional.maximumPowerWatts
  return isSmall && isOpen(row, dueDay) ? lowered(row, conditional.vat) : undefined
}

/** Checks whether the taxes of a day depend on the condition, for a row that says so itself. */
export function isOpen({ provisional }: DatedRegulatedPrice<unknown>, dueDay: MarketDay): boolean {
  return provisional === true && conditional.firstDay <= dueDay && dueDay <= conditional.lastDay
}

function lowered({ provisional }: DatedRegulatedPrice, value: string): DatedRegulatedPrice {
  const { firstDay: validFrom } = conditional
  return { validFrom, validTo: '2027-01-01', value, source, ...(provisional && { provisional }) }
}
