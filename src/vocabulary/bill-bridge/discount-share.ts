import { type BillLine, type BillLineKind, sumLines } from '../bill.ts'

/** Returns the share of a term's cost that its discount leaves: 1 without a discount, or where the term costs nothing. */
export function discountShareOf(lines: readonly BillLine[], kind: BillLineKind, discount: BillLineKind): number {
  return knownDiscountShareOf(lines, kind, discount) ?? 1
}

/** Returns the same, or null where the term costs nothing, and so nothing can be told of its discount. */
export function knownDiscountShareOf(
  lines: readonly BillLine[],
  kind: BillLineKind,
  discount: BillLineKind,
): number | null {
  const grossCents = sumLines(lines.filter((line) => line.kind === kind))
  if (grossCents === 0) return null
  const discounts = lines.filter((line) => line.kind === discount)
  const [only] = discounts
  // The percentage itself where there is one: its rounded amount would look like another discount.
  if (discounts.length === 1 && only?.unit === 'percent') return 1 + Number(only.unitPrice) / 100
  return 1 + sumLines(discounts) / grossCents
}
