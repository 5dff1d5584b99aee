import { type Decimal, exactUnits, fixedDecimal, multiplyDecimals, roundedUnits } from './decimal.ts'

/** Euros are counted in whole cents. */
export type Cents = number

/** `45.69` euros as 4569 cents. Throws a RangeError on anything but a decimal of whole cents. */
export function centsFromDecimal(euros: Decimal): Cents {
  const cents = exactUnits(euros, 2)
  if (cents === null) throw new RangeError(`Not an amount of whole cents: ${euros}`)
  return cents
}

/** 4569 cents as `45.69` euros. */
export function decimalFromCents(cents: Cents): Decimal {
  return fixedDecimal(cents, 2)
}

/** What a line of a bill comes to. Each line is rounded to the cent on its own, half a cent away from zero. */
export function lineAmountCents({ quantity, unitPrice }: { quantity: Decimal; unitPrice: Decimal }): Cents {
  return roundedUnits(multiplyDecimals(quantity, unitPrice), 2)
}

/** A percentage of an amount (`21`, `5.11269632`), rounded to the cent, half a cent away from zero. */
export function percentOfCents(cents: Cents, percent: Decimal): Cents {
  const percentsOfCents = multiplyDecimals(String(cents), percent)
  return roundedUnits(multiplyDecimals(percentsOfCents, '0.01'), 0)
}

/** What the amounts come to together. */
export function sumCents(amounts: Iterable<Cents>): Cents {
  let sum = 0
  for (const amount of amounts) sum += amount
  return sum
}
