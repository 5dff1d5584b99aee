import type { LineCheck } from '../../bill-check.ts'
import type { BillFacts } from './bill-facts.ts'
import { billingBasis } from './legal-basis.ts'
import { judgeLine, type NumberedLine } from './line-verdict.ts'

/** Checks a bill that cancels another: each line takes back the one in its place. */
export function checkCancellation({ bill, corrected }: BillFacts, lines: readonly NumberedLine[]): LineCheck[] {
  const basis = [billingBasis(bill.energy, bill.firstDay)]
  return lines.map((line) => {
    const original = corrected?.lines[line.index]
    const isSame = original?.kind === line.kind && original.period === line.period
    return judgeLine(line, {
      expectedCents: isSame ? -original.amountCents : null,
      ...{ faults: ['cancellation'], unknown: isSame ? [] : ['corrected_unknown'], basis },
    })
  })
}
