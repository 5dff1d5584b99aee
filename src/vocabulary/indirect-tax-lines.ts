import { type BillLine, sumLines } from './bill.ts'
import { bearsIndirectTax, isIndirectTax, lineTaxation } from './line-taxation.ts'
import type { Cents } from './money.ts'

/** What may have an indirect tax rate of its own on a bill: the supply with its special tax, the meter, and services. */
export const indirectBases = ['supply', 'meter', 'service'] as const
export type IndirectBase = (typeof indirectBases)[number]

/** Returns in which base a line is; null for a line that bears no indirect tax. */
export function indirectBaseOf(line: Pick<BillLine, 'kind'>): IndirectBase | null {
  if (!bearsIndirectTax(line)) return null
  const taxation = lineTaxation[line.kind]
  return taxation === 'meter' || taxation === 'service' ? taxation : 'supply'
}

/** Each line rounds its amount, and some systems their sum. */
const toleranceCents = 2

/**
 * Returns the line of the indirect tax of each base of a bill, told by the bases that the tax lines print; null where they
 * do not tell it.
 */
export function findIndirectTaxLines(lines: readonly BillLine[]): Record<IndirectBase, BillLine> | null {
  const taxes = lines.filter(isIndirectTax)
  const [only, ...others] = taxes
  if (!only) return null
  if (others.length === 0) return { supply: only, meter: only, service: only }
  const baseCents = (base: IndirectBase) => sumLines(lines.filter((line) => indirectBaseOf(line) === base))
  const sums = Object.fromEntries(indirectBases.map((base) => [base, baseCents(base)])) as Record<IndirectBase, Cents>
  return assignmentsOf(taxes).find((assigned) => hasPrintedBases(taxes, assigned, sums)) ?? null
}

function hasPrintedBases(
  taxes: readonly BillLine[],
  assigned: Record<IndirectBase, BillLine>,
  sums: Record<IndirectBase, Cents>,
): boolean {
  return taxes.every((tax) => {
    const own = indirectBases.filter((base) => assigned[base] === tax).reduce((sum, base) => sum + sums[base], 0)
    return Math.abs(Math.round(Number(tax.quantity) * 100) - own) <= toleranceCents
  })
}

function assignmentsOf(taxes: readonly BillLine[]): Record<IndirectBase, BillLine>[] {
  return taxes.flatMap((supply) => taxes.flatMap((meter) => taxes.map((service) => ({ supply, meter, service }))))
}
