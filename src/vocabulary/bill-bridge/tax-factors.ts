import { type BillLine, sumLines } from '../bill.ts'
import { findIndirectTaxLines, type IndirectBase } from '../indirect-tax-lines.ts'
import { bearsElectricityTax, isIndirectTax } from '../line-taxation.ts'

/**
 * What a cent of a bill costs with its taxes: of electricity, which bears a tax of its own, of the supply without it, of
 * the meter, of services, and of what bears no tax.
 */
export type TaxFactors = Record<TaxedAs, number>
export type TaxedAs = 'electricity' | IndirectBase | 'untaxed'

/** Returns the tax factors of a bill, by its own lines. */
export function taxFactorsOf(lines: readonly BillLine[]): TaxFactors {
  const found = findIndirectTaxLines(lines)
  const indirect = lines.filter(isIndirectTax)
  const factorOf = (base: IndirectBase) => 1 + rateOf(found ? [found[base]] : indirect)
  const supply = factorOf('supply')
  return {
    ...{ electricity: (1 + electricityTaxRate(lines)) * supply, supply },
    ...{ meter: factorOf('meter'), service: factorOf('service'), untaxed: 1 },
  }
}

function electricityTaxRate(lines: readonly BillLine[]): number {
  const taxes = lines.filter(({ kind }) => kind === 'electricity_tax')
  const [only] = taxes
  if (taxes.length === 1 && only!.unit === 'percent') return Number(only!.unitPrice) / 100
  const baseCents = sumLines(lines.filter(bearsElectricityTax))
  return baseCents === 0 ? 0 : sumLines(taxes) / baseCents
}

function rateOf(taxes: readonly BillLine[]): number {
  const [only] = taxes
  if (taxes.length === 1 && only!.unit === 'percent') return Number(only!.unitPrice) / 100
  const baseEur = taxes.reduce((sum, { quantity }) => sum + Number(quantity), 0)
  return baseEur === 0 ? 0 : sumLines(taxes) / (baseEur * 100)
}
