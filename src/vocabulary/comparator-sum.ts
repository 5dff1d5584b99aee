import type { ComparatorCode } from './comparator-code.ts'
import { type Decimal, divideDecimal, multiplyToUnits, roundToUnits } from './decimal.ts'
import { type Cents, percentOfCents, sumCents } from './money.ts'

/** The percentages of the taxes of a bill, and the least electricity tax per MWh. */
export type ComparatorRates = {
  electricityTax: Decimal
  electricityTaxMinimumPerMwh: Decimal
  /** The indirect tax on electricity, on what bears no electricity tax (the meter), and on services. */
  electricity: Decimal
  other: Decimal
  services: Decimal
}

/** Whether the electricity tax is charged on the contribution to the social bonus. */
export type FundingBase = 'inside' | 'outside'

// Each tax is rounded to the cent by some systems and only their sum by others.
const toleranceCents = 1

/**
 * Checks whether the amounts of a comparator code add up to its total, to the cent. Retailers differ in whether the
 * contribution to the social bonus bears the electricity tax: returns how it was treated (`inside` where both add up or
 * there is none), or null where neither adds up or the code has no amounts, as that of a correction.
 */
export function reconcileComparatorCode(code: ComparatorCode, rates: ComparatorRates): FundingBase | null {
  if (code.imp === undefined || code.impPot === undefined || code.impEner === undefined) return null
  const total = cents(code.imp)
  const addsUp = (base: FundingBase) => Math.abs(sumComparatorCode(code, rates, base) - total) <= toleranceCents
  if (addsUp('inside')) return 'inside'
  return addsUp('outside') ? 'outside' : null
}

/**
 * Returns the total of the amounts of a code with their taxes. Surplus is compensated up to the cost of the energy
 * (Real Decreto 244/2019, art. 14), and -1 stands for what the regulated price contains.
 */
export function sumComparatorCode(code: ComparatorCode, rates: ComparatorRates, fundingBase: FundingBase): Cents {
  const amount = (name: keyof ComparatorCode) => Math.max(0, cents(code[name] ?? '0'))
  const signed = (name: keyof ComparatorCode) => cents(code[name] ?? '0')
  const funding = amount('finBS')
  const energy = signed('impEner')
  const compensated = Math.min(amount('exc'), Math.max(0, energy))
  const supply = signed('impPot') + energy - amount('dtoBS') + amount('ajuste') - compensated + signed('impOtrosConIE')
  const taxed = supply + (fundingBase === 'inside' ? funding : 0)
  const electricityTax = electricityTaxOf(taxed, code, rates)
  const untaxedFunding = fundingBase === 'inside' ? 0 : funding
  const taxedAt = (base: Cents, percent: Decimal) => base + percentOfCents(base, percent)
  const electricity = taxed + electricityTax + untaxedFunding - signed('dto')
  const rest = signed('impOtrosSinIE')
  const isOneRate = rates.electricity === rates.other
  return sumCents([
    ...(isOneRate
      ? [taxedAt(electricity + rest, rates.electricity)]
      : [taxedAt(electricity, rates.electricity), taxedAt(rest, rates.other)]),
    taxedAt(signed('impSA'), rates.services),
  ])
}

/** Returns the percentage of the base or, where that is higher, the minimum for the energy (Ley 38/1992, art. 99.2). */
function electricityTaxOf(base: Cents, code: ComparatorCode, rates: ComparatorRates): Cents {
  const wattHours = (['cfP1', 'cfP2', 'cfP3', 'cfP4', 'cfP5', 'cfP6'] as const)
    .map((name) => roundToUnits(code[name] ?? '0', 3))
    .reduce((sum, energyWh) => sum + energyWh, 0)
  const megawattHours = divideDecimal(String(wattHours), '1000000', 6)
  return Math.max(
    percentOfCents(base, rates.electricityTax),
    multiplyToUnits(megawattHours, rates.electricityTaxMinimumPerMwh, 2),
  )
}

function cents(euros: Decimal): Cents {
  return roundToUnits(euros, 2)
}
