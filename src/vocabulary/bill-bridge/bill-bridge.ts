import { type BillLine, type BillLineKind, sumLines } from '../bill.ts'
import type { DayRange } from '../dated-regulated-prices.ts'
import { dayCount } from '../day.ts'
import type { Cents } from '../money.ts'
import { billTerms } from './bill-terms.ts'
import { addEffect, type BridgeCause, bridgeCauses, type Effects } from './bridge-causes.ts'
import { compareTerm } from './compare-term.ts'
import { type TaxedAs, taxFactorsOf } from './tax-factors.ts'

/** A bill with what its comparison reads. */
export type ComparedBill = DayRange & { lines: readonly BillLine[]; totalCents: Cents }

/** A cause of a difference, and the cents by which it raises or lowers the bill. */
export type BridgeStep = { cause: BridgeCause; amountCents: Cents }

/** The difference between two bills and its causes, the largest first. The steps sum to the difference exactly. */
export type BillBridge = { differenceCents: Cents; steps: BridgeStep[] }

/**
 * Returns why a bill differs from an earlier one of the same supply. Each cause carries its taxes at the rates of the
 * earlier bill; a change of the rates is a cause of its own. Returns null where either bill has no lines.
 */
export function compareBills(before: ComparedBill, after: ComparedBill): BillBridge | null {
  if (before.lines.length === 0 || after.lines.length === 0) return null
  const differenceCents = after.totalCents - before.totalCents
  const lineCount = before.lines.length + after.lines.length
  return { differenceCents, steps: roundEffects(compareLines(before, after), differenceCents, lineCount) }
}

function compareLines(before: ComparedBill, after: ComparedBill): Effects {
  const effects: Effects = new Map()
  const daysRatio = dayCount(after.firstDay, after.lastDay) / dayCount(before.firstDay, before.lastDay)
  const [first, second] = [taxFactorsOf(before.lines), taxFactorsOf(after.lines)]
  for (const term of billTerms) {
    const taxFactors = { before: first[term.taxedAs], after: second[term.taxedAs] }
    const compared = compareTerm(term, { before: before.lines, after: after.lines, daysRatio, taxFactors })
    for (const [cause, cents] of compared) addEffect(effects, cause, cents)
  }
  for (const { kinds, cause, taxedAs } of comparedBySum)
    addSumEffects(effects, cause, {
      before: sumLines(linesOf(before, kinds)),
      after: sumLines(linesOf(after, kinds)),
      factors: { before: first[taxedAs], after: second[taxedAs] },
    })
  return effects
}

type SumComparison = { before: number; after: number; factors: { before: number; after: number } }

function addSumEffects(effects: Effects, cause: BridgeCause, { before, after, factors }: SumComparison): void {
  addEffect(effects, cause, (after - before) * factors.before)
  addEffect(effects, 'taxes', after * (factors.after - factors.before))
}

type ComparedSum = {
  kinds: readonly BillLineKind[]
  cause: BridgeCause
  taxedAs: TaxedAs
}

/** The kinds that are not compared by quantity and price. The taxes are part of what they are taxes of. */
const comparedBySum: readonly ComparedSum[] = [
  { kinds: ['power_excess'], cause: 'excess', taxedAs: 'electricity' },
  { kinds: ['reactive_energy'], cause: 'reactive', taxedAs: 'electricity' },
  { kinds: ['surplus_limit'], cause: 'surplus', taxedAs: 'electricity' },
  { kinds: ['late_activation_discount'], cause: 'discounts', taxedAs: 'electricity' },
  { kinds: ['discount'], cause: 'discounts', taxedAs: 'supply' },
  { kinds: ['service'], cause: 'services', taxedAs: 'service' },
  { kinds: ['adjustment'], cause: 'one_offs', taxedAs: 'electricity' },
  { kinds: ['connection_right'], cause: 'one_offs', taxedAs: 'service' },
  { kinds: ['returned_interest', 'instalment'], cause: 'one_offs', taxedAs: 'untaxed' },
  { kinds: ['wallet'], cause: 'wallet', taxedAs: 'untaxed' },
]

function linesOf({ lines }: ComparedBill, kinds: readonly BillLineKind[]): BillLine[] {
  return lines.filter(({ kind }) => kinds.includes(kind))
}

/**
 * Rounds what the causes change to whole cents. The cents that rounding each line leaves over go to the largest cause;
 * a difference that rounding cannot explain is in the bill without a line of its own, and counts as one-off.
 */
function roundEffects(effects: Effects, differenceCents: Cents, lineCount: number): BridgeStep[] {
  const steps = bridgeCauses.map((cause) => ({ cause, amountCents: Math.round(effects.get(cause) ?? 0) }))
  const left = differenceCents - steps.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const isOfRounding = Math.abs(left) <= lineCount && steps.some(({ amountCents }) => amountCents !== 0)
  const bearer = isOfRounding ? largestOf(steps) : steps.find(({ cause }) => cause === 'one_offs')!
  bearer.amountCents += left
  return steps
    .filter(({ amountCents }) => amountCents !== 0)
    .map(({ cause, amountCents }) => ({ cause, amountCents: amountCents || 0 }))
    .sort((one, other) => Math.abs(other.amountCents) - Math.abs(one.amountCents))
}

function largestOf(steps: readonly BridgeStep[]): BridgeStep {
  return steps.reduce((largest, step) => (Math.abs(step.amountCents) > Math.abs(largest.amountCents) ? step : largest))
}
