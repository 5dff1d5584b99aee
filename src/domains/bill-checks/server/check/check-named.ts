import { type BillLineKind, namedLineKinds } from '#vocabulary/bill.ts'
import type { LineCheck } from '../../bill-check.ts'
import type { BillFacts } from './bill-facts.ts'
import { isOfOverbilling } from './check-overbilling.ts'
import { contractBasis } from './legal-basis.ts'
import { judgeLine, type NumberedLine } from './line-verdict.ts'

/** Kinds of lines for which Llum has no source besides the bill. */
const kinds: readonly BillLineKind[] = [...namedLineKinds, 'late_activation_discount']

/**
 * Checks the lines that only the retailer knows, such as a service: their arithmetic, and that a discount has not ended.
 * More cannot be told of them.
 */
export function checkNamedLines(facts: BillFacts, lines: readonly NumberedLine[]): LineCheck[] {
  return lines
    .filter((line) => kinds.includes(line.kind) && !isOfOverbilling(facts, line))
    .map((line) => {
      const hasEnded = line.endsOn !== undefined && line.endsOn < facts.bill.firstDay
      return judgeLine(line, {
        expectedCents: hasEnded ? 0 : null,
        faults: hasEnded ? ['promotion_over'] : [],
        unknown: hasEnded ? [] : ['no_source'],
        basis: [contractBasis],
      })
    })
}
