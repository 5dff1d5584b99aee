import type { BillLine, ProductTerm } from '#vocabulary/bill.ts'
import { findIndirectTaxLines, indirectBaseOf, indirectBases } from '#vocabulary/indirect-tax-lines.ts'
import { bearsElectricityTax, isIndirectTax } from '#vocabulary/line-taxation.ts'
import { type Cents, percentOfCents, sumCents } from '#vocabulary/money.ts'
import type { LineCheck } from '../../bill-check.ts'

/** What a line charges too much, or too little where negative. */
export type LineDifference = Pick<LineCheck, 'kind' | 'differenceCents'>

export const electricityTerms: readonly ProductTerm[] = ['power', 'energy']
export const gasTerms: readonly ProductTerm[] = ['gas_fixed', 'gas_variable']

/**
 * Returns the difference of the total: that of each line, and the taxes on the differences of the lines that bear them, at
 * the rates of the bill.
 */
export function differenceWithTaxes(lines: readonly BillLine[], checks: readonly LineDifference[]): Cents {
  const discounts = discountsOnDifferences(lines, checks)
  const rate = lines.find(({ kind, unit }) => kind === 'electricity_tax' && unit === 'percent')?.unitPrice
  const ofElectricity = discounts + sumDifferences(checks.filter(bearsElectricityTax))
  const electricityTax = rate ? percentOfCents(ofElectricity, rate) : 0
  const taxes = findIndirectTaxLines(lines)
  const indirect = indirectBases.map((base) => {
    const line = taxes?.[base] ?? lines.find(isIndirectTax)
    // A tax is judged by what the bill charges: its own difference is none of its base.
    const own = checks.filter((check) => indirectBaseOf(check) === base && check.kind !== 'electricity_tax')
    const cents = sumDifferences(own) + (base === 'supply' ? discounts + electricityTax : 0)
    return line ? percentOfCents(cents, line.unitPrice) : 0
  })
  return discounts + sumDifferences(checks) + electricityTax + sumCents(indirect)
}

/** A term that is charged too much is discounted too much. */
function discountsOnDifferences(lines: readonly BillLine[], checks: readonly LineDifference[]): Cents {
  const ofTerms = [...electricityTerms, ...gasTerms].map((term) => {
    const percent = lines.find(({ kind }) => kind === `${term}_discount`)?.unitPrice
    return percent ? percentOfCents(sumDifferences(checks.filter(({ kind }) => kind === term)), percent) : 0
  })
  return ofTerms.reduce((sum, cents) => sum + cents, 0)
}

/** Returns the sum of the differences, without taxes. */
export function sumDifferences(checks: readonly LineDifference[]): Cents {
  return checks.reduce((sum, { differenceCents }) => sum + differenceCents, 0)
}
