import { sumLines } from '#vocabulary/bill.ts'
import { type ComparatorCode, readComparatorCode } from '#vocabulary/comparator-code.ts'
import { comparatorRatesOf } from '#vocabulary/comparator-rates.ts'
import { reconcileComparatorCode } from '#vocabulary/comparator-sum.ts'
import { addDays } from '#vocabulary/day.ts'
import { roundToUnits } from '#vocabulary/decimal.ts'
import { nullIfUnknown } from '#vocabulary/null-if-unknown.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import type { FaultKind, UnknownReason } from '../../bill-check.ts'
import type { BillFacts } from './bill-facts.ts'
import { taxDayOf } from './check-taxes.ts'
import { toleranceCents } from './line-verdict.ts'

type CodeVerdict = { faults: FaultKind[]; unknown: UnknownReason[] }

/** Whole kilowatt hours are rounded. */
const toleranceKwh = 1

/**
 * Checks the code for the comparator of the CNMC that the retailer's own document has: it must be of this supply and these
 * days and have the total and the energy of the bill, and its amounts must add up to its total.
 */
export function checkComparatorCode(facts: BillFacts, figures: RegulatedPrices): CodeVerdict {
  const { comparatorAddress } = facts.bill.content
  const code = comparatorAddress === undefined ? null : readComparatorCode(comparatorAddress)
  if (!code) return { faults: [], unknown: [] }
  if (!isOfBill(code, facts)) return { faults: ['comparator_code'], unknown: [] }
  return { faults: [], unknown: addsUp(code, facts, figures) ? [] : ['comparator_sum'] }
}

function isOfBill(code: ComparatorCode, { bill, cups }: BillFacts): boolean {
  const { energyWhByPeriod, lines } = bill.content
  const untaxed = lines.filter(({ kind }) => kind === 'wallet' || kind === 'returned_interest' || kind === 'instalment')
  const totalCents = bill.amountTotalCents - sumLines(untaxed)
  const energies = [code.cfP1, code.cfP2, code.cfP3]
  return (
    (!code.cups || !cups || code.cups.slice(0, 20) === cups.slice(0, 20)) &&
    (!code.iniF || addDays(code.iniF, 1) === bill.firstDay) &&
    (!code.finF || code.finF === bill.lastDay) &&
    (!code.imp || Math.abs(roundToUnits(code.imp, 2) - totalCents) <= toleranceCents) &&
    energies.every(
      (kwh, index) => !kwh || Math.abs(Number(kwh) - (energyWhByPeriod[index] ?? 0) / 1000) <= toleranceKwh,
    )
  )
}

/** A correction has no amounts; in a territory whose rates are not known nothing is added up. */
function addsUp(code: ComparatorCode, facts: BillFacts, figures: RegulatedPrices): boolean {
  if (code.imp === undefined) return true
  const supply = { zone: facts.zone, powerWatts: facts.bill.content.powerWatts, dueDay: taxDayOf(facts) }
  return nullIfUnknown(() => reconcileComparatorCode(code, comparatorRatesOf(supply, figures))) !== null
}
