import type { Bill } from './bill.ts'
import { decimalFromCents, sumCents } from './money.ts'

/** What a bill comes to, to compare at a glance: each kind of line once with its amounts in euros, then the total. */
export function printedBill(bill: Bill): string {
  const kinds = [...new Set(bill.lines.map(({ kind }) => kind))]
  const terms = kinds.map((kind) => `${kind} ${amountsOf(bill, kind).map(decimalFromCents).join(' + ')}`)
  return [...terms, `total ${decimalFromCents(bill.totalCents)}`].join(', ')
}

export function sumOfKind(bill: Bill, kind: string): number {
  return sumCents(amountsOf(bill, kind))
}

function amountsOf({ lines }: Bill, wanted: string): number[] {
  return lines.filter(({ kind }) => kind === wanted).map(({ amountCents }) => amountCents)
}
