import { type BillLine, type BillLineKind, namedLineKinds, sumLines } from '#vocabulary/bill.ts'
import { addDays } from '#vocabulary/day.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import type { BillCheck, CheckState, FaultKind, LineCheck, UnknownReason } from '../../bill-check.ts'
import type { BillFacts } from './bill-facts.ts'
import { checkCancellation } from './check-cancellation.ts'
import { checkComparatorCode } from './check-comparator-code.ts'
import { checkFunding, checkMeter } from './check-daily-prices.ts'
import { checkExcess, checkReactive } from './check-demand.ts'
import { checkDiscounts } from './check-discounts.ts'
import { checkEnergy } from './check-energy.ts'
import { checkGas } from './check-gas.ts'
import { checkNamedLines } from './check-named.ts'
import { checkOverbilling, lacksToldInterest } from './check-overbilling.ts'
import { checkPower } from './check-power.ts'
import { checkSurplus } from './check-surplus.ts'
import { checkElectricityTax, checkIndirectTaxes } from './check-taxes.ts'
import { checkWallet } from './check-wallet.ts'
import { compareWithMeter } from './compare-with-meter.ts'
import { differenceWithTaxes, electricityTerms, gasTerms, sumDifferences } from './difference-with-taxes.ts'
import { contractBasis } from './legal-basis.ts'
import { describeUnknown, judgeLine, type NumberedLine } from './line-verdict.ts'
import { hasPlausibleDays } from './plausible-days.ts'

/** The version of these rules: a result of an earlier one is computed again. */
export const rulesVersion = 5

/** Types of bills that take back another one. */
const cancellingTypes = ['A', 'B']

const gasKinds = ['gas_fixed', 'gas_variable', 'gas_fixed_discount', 'gas_variable_discount', 'hydrocarbon_tax']
const commonKinds: readonly BillLineKind[] = ['vat', 'igic', 'ipsi', 'wallet', ...namedLineKinds]

/**
 * Checks a bill against what is known of its contract, its meter and the law. Each line is judged by itself, a tax by what
 * the bill charges; the difference of the whole includes the taxes on what is wrong.
 */
export function checkBill(facts: BillFacts, figures: RegulatedPrices): BillCheck {
  const { bill } = facts
  const lines = bill.content.lines.map((line, index): NumberedLine => ({ ...line, index }))
  if (lines.length === 0) return unknownBill([], 'no_lines')
  if (!hasPlausibleDays(facts)) return unknownBill(lines, 'days_impossible')
  const isCancelling = cancellingTypes.includes(bill.rectificativeType)
  const checks = isCancelling ? checkCancellation(facts, lines) : checkLines(facts, lines, figures)
  const excessCents = bill.amountTotalCents - sumLines(lines)
  const code = checkComparatorCode(facts, figures)
  const faults: FaultKind[] = [...(excessCents === 0 ? [] : (['sum'] as const)), ...code.faults]
  const unknown: UnknownReason[] = [
    ...(!isCancelling && hasGap(facts) ? (['gap'] as const) : []),
    ...(!isCancelling && lacksToldInterest(facts, lines, figures) ? (['payment_unknown'] as const) : []),
    ...code.unknown,
  ]
  const differenceCents = excessCents + (isCancelling ? sumDifferences(checks) : differenceWithTaxes(lines, checks))
  return {
    state: stateOf(checks, { faults, unknown }),
    ...{ differenceCents, lines: checks.sort(byIndex), faults, unknown, meter: compareWithMeter(facts) },
  }
}

/** Nothing is told of a bill, or of its lines. */
function unknownBill(lines: readonly NumberedLine[], reason: UnknownReason): BillCheck {
  const checks = lines.map((line) => describeUnknown(line, reason))
  return { state: 'unknown', differenceCents: 0, lines: checks, faults: [], unknown: [reason], meter: null }
}

function checkLines(facts: BillFacts, lines: readonly NumberedLine[], figures: RegulatedPrices): LineCheck[] {
  const isGas = facts.bill.energy === 'gas'
  const ofKind = (kind: BillLine['kind']) => lines.filter((line) => line.kind === kind)
  const terms = isGas ? gasTerms : electricityTerms
  const own = isGas
    ? checkGas(facts, lines, figures)
    : [
        ...checkPower(facts, ofKind('power')),
        ...checkExcess(facts, ofKind('power_excess'), figures),
        ...checkEnergy(facts, ofKind('energy')),
        ...checkReactive(facts, ofKind('reactive_energy'), figures),
        ...checkSurplus(facts, lines),
        ...checkFunding(facts, ofKind('social_bonus_funding'), figures),
        ...checkElectricityTax(facts, lines, figures),
        ...checkMeter(facts, ofKind('meter'), figures),
      ]
  return [
    ...own,
    ...terms.flatMap((term) => checkDiscounts(facts, term, lines)),
    ...checkNamedLines(facts, lines),
    ...checkOverbilling(facts, lines, figures),
    ...checkIndirectTaxes(facts, lines, figures),
    ...checkWallet(facts, lines),
    ...linesOfOtherEnergy(lines, isGas),
  ]
}

/** A line of gas on a bill of electricity, or the other way round, was never agreed. */
function linesOfOtherEnergy(lines: readonly NumberedLine[], isGas: boolean): LineCheck[] {
  return lines
    .filter(({ kind }) => !commonKinds.includes(kind) && gasKinds.includes(kind) !== isGas)
    .map((line) => judgeLine(line, { expectedCents: 0, faults: ['not_agreed'], basis: [contractBasis] }))
}

/** Days between the bill before and this one that neither charges, while the contract ran. */
function hasGap({ bill, before, contract }: BillFacts): boolean {
  if (!before || before.lastDay >= bill.firstDay) return false
  const nextDay = addDays(before.lastDay, 1)
  const begins = contract.startsOn !== null && contract.startsOn > nextDay ? contract.startsOn : nextDay
  return begins < bill.firstDay
}

function stateOf(checks: readonly LineCheck[], { faults, unknown }: Pick<BillCheck, 'faults' | 'unknown'>): CheckState {
  if (faults.length > 0 || checks.some(({ state }) => state === 'wrong')) return 'wrong'
  return unknown.length > 0 || checks.some(({ state }) => state === 'unknown') ? 'unknown' : 'right'
}

function byIndex(one: LineCheck, other: LineCheck): number {
  return (one.index ?? Number.MAX_SAFE_INTEGER) - (other.index ?? Number.MAX_SAFE_INTEGER)
}
