import { chargesItsDays } from '#domains/invoices/rules.ts'
import type { BillLine } from '#vocabulary/bill.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { FaultKind } from '../../bill-check.ts'
import type { BillFacts } from './bill-facts.ts'
import { intersectDays, subtractDays } from './day-parts.ts'
import type { NumberedLine } from './line-verdict.ts'

/** A line with the days that it may charge, and why it may not charge its others. */
export type ChargedLine = { line: NumberedLine; parts: DayRange[]; faults: FaultKind[] }

const always: DayRange = { firstDay: '1900-01-01', lastDay: '9999-12-31' }

/**
 * Returns for lines of one kind and period the days that each may charge: those of the bill and the contract that neither
 * the bill before nor an earlier line has charged.
 */
export function chargeableDaysOf(facts: BillFacts, lines: readonly NumberedLine[]): ChargedLine[] {
  const charged: DayRange[] = []
  return lines.map((line) => {
    const own = intersectDays(line, supplyDaysOf(facts))
    const once = own ? subtractDays(own, [...(facts.before ? [facts.before] : []), ...charged]) : []
    charged.push({ firstDay: line.firstDay, lastDay: line.lastDay })
    const faults: FaultKind[] = []
    if (!own || own.firstDay !== line.firstDay || own.lastDay !== line.lastDay) faults.push('outside_contract')
    if (own && !isWhole(own, once)) faults.push('charged_twice')
    return { line, parts: once, faults }
  })
}

/**
 * Returns the days that a bill has to charge and no line of this kind and period charges. One that complements or settles
 * others has none: they have charged its days.
 */
export function unchargedDays(facts: BillFacts, lines: readonly BillLine[]): DayRange[] {
  if (!chargesItsDays(facts.bill.rectificativeType)) return []
  const days = intersectDays(facts.bill, supplyDaysOf(facts))
  return days ? subtractDays(days, [...(facts.before ? [facts.before] : []), ...lines]) : []
}

function supplyDaysOf({ bill, contract }: BillFacts): DayRange {
  const supplied = {
    firstDay: contract.startsOn ?? always.firstDay,
    lastDay: contract.endsOn ?? always.lastDay,
  } satisfies Record<keyof DayRange, MarketDay>
  return intersectDays(bill, supplied) ?? { firstDay: bill.firstDay, lastDay: bill.firstDay }
}

function isWhole(range: DayRange, parts: readonly DayRange[]): boolean {
  const [part, ...others] = parts
  return others.length === 0 && part?.firstDay === range.firstDay && part.lastDay === range.lastDay
}
