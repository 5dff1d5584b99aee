import type { Bill } from './bill.ts'
import { decimalFromCents, sumCents } from './money.ts'

/** Prints a bill for comparison in tests: each kind of line once with its amounts in euros, then the total. */
export function printBill(bill: Bill): string {
  const kinds = [...new Set(bill.lines.map(({ kind }) => kind))]
  const terms = kinds.map((kind) => `${kind} ${amountsOf(bill, kind).map(decimalFromCents).join(' + ')}`)
  return [...terms, `total ${decimalFromCents(bill.totalCents)}`].join(', ')
}

export function sumOfKind(bill: Bill, kind: string): number {
  return sumCents(amountsOf(bill, kind))
}

function amountsOf({ lines }: Bill, wantedKind: string): number[] {
  return lines.filter(({ kind }) => kind === wantedKind).map(({ amountCents }) => amountCents)
}
