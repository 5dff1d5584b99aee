import { type Decimal, formatFixedDecimal, multiplyToUnits, parseExactUnits } from './decimal.ts'

/** Euros in whole cents. */
export type Cents = number

/** Converts `45.69` euros to 4569 cents. Throws a RangeError for anything but a decimal of whole cents. */
export function centsFromDecimal(euros: Decimal): Cents {
  const cents = parseExactUnits(euros, 2)
  if (cents === null) throw new RangeError(`Not whole cents: ${euros}`)
  return cents
}

/** Converts 4569 cents to `45.69` euros. */
export function decimalFromCents(cents: Cents): Decimal {
  return formatFixedDecimal(cents, 2)
}

/** Returns the amount of a bill line. Each line is rounded to the cent on its own, half a cent away from zero. */
export function lineAmountCents({ quantity, unitPrice }: { quantity: Decimal; unitPrice: Decimal }): Cents {
  return multiplyToUnits(quantity, unitPrice, 2)
}

/** Returns a percentage of an amount (`21`, `5.11269632`), rounded to the cent, half a cent away from zero. */
export function percentOfCents(cents: Cents, percent: Decimal): Cents {
  return multiplyToUnits(formatFixedDecimal(cents, 2), percent, 0)
}

/** Returns the sum of the amounts. */
export function sumCents(amounts: Iterable<Cents>): Cents {
  let sum = 0
  for (const amount of amounts) sum += amount
  return sum
}
