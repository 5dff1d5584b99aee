import { type BillLine, createRegulatedDailyLines, sumLines } from '#vocabulary/bill.ts'
import { findRegulatedPriceAt, type RegulatedPriceSeries, splitByValidity } from '#vocabulary/dated-regulated-prices.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import type { FaultKind, LegalBasis, LineCheck, UnknownReason } from '../../bill-check.ts'
import type { BillFacts } from './bill-facts.ts'
import { type ChargedLine, chargeableDaysOf, unchargedDays } from './chargeable-days.ts'
import { meterBasis, socialBonusBasis, withRow } from './legal-basis.ts'
import { hasWrongDays, judgeLine, judgeMissingLine, type NumberedLine } from './line-verdict.ts'

/** Checks the funding of the social bonus. A product may bear it itself, so that a bill without it is right. */
export function checkFunding(facts: BillFacts, lines: readonly NumberedLine[], figures: RegulatedPrices): LineCheck[] {
  return checkDailyPrice(facts, lines, { series: figures.socialBonusFunding, basis: socialBonusBasis, otherwise: [] })
}

/** Checks the rent of the meter. A meter may be the customer's own, so that a bill without it is right. */
export function checkMeter(facts: BillFacts, lines: readonly NumberedLine[], figures: RegulatedPrices): LineCheck[] {
  const isHome = facts.bill.content.powerWatts.length <= 2
  const { single_phase: single, three_phase: three } = figures.meterRental
  const isThreePhase = lines.some((line) => priceOn(three, line) === Number(line.unitPrice))
  const series =
    isThreePhase || (!isHome && lines.every((line) => priceOn(single, line) !== Number(line.unitPrice)))
      ? three
      : single
  // Meters of large supplies have rents that the product does not know.
  const otherwise: UnknownReason[] = isHome ? [] : ['meter_unknown']
  return checkDailyPrice(facts, lines, { series, basis: meterBasis, otherwise })
}

function priceOn(series: RegulatedPriceSeries, { firstDay }: BillLine): number {
  return Number(findRegulatedPriceAt(series, firstDay)?.value)
}

type DailyPrice = {
  series: RegulatedPriceSeries
  basis: LegalBasis
  /** What a different price means. */
  otherwise: readonly UnknownReason[]
}

function checkDailyPrice(facts: BillFacts, lines: readonly NumberedLine[], price: DailyPrice): LineCheck[] {
  if (lines.length === 0) return []
  const checks = chargeableDaysOf(facts, lines).map((charged) => checkDailyLine(charged, price))
  const { series, basis } = price
  const missing = unchargedDays(facts, lines).flatMap((part) => {
    if (!findRegulatedPriceAt(series, part.firstDay)) return []
    const expected = createRegulatedDailyLines(part, lines[0]!.kind, series)
    return [judgeMissingLine(expected[0]!, sumLines(expected), [basis])]
  })
  return [...checks, ...missing]
}

function checkDailyLine({ line, parts, faults }: ChargedLine, { series, basis, otherwise }: DailyPrice): LineCheck {
  const first = findRegulatedPriceAt(series, line.firstDay)
  if (!first) return judgeLine(line, { expectedCents: null, unknown: ['figure_unknown'], basis: [basis] })
  const rows = splitByValidity(line, (day) => findRegulatedPriceAt(series, day) ?? first).map(({ valid }) => valid)
  const expected = parts.flatMap((part) => createRegulatedDailyLines(part, line.kind, series))
  const hasOtherPrice = rows.some(({ value }) => Number(value) !== Number(line.unitPrice))
  const named: FaultKind[] = [...faults]
  if (hasWrongDays(line)) named.push('days')
  if (hasOtherPrice) named.push('regulated_price')
  const isProvisional = rows.some(({ provisional }) => provisional)
  const isOther = hasOtherPrice && otherwise.length > 0
  return judgeLine(line, {
    expectedCents: isOther || (isProvisional && hasOtherPrice) ? null : sumLines(expected),
    faults: named,
    unknown: [...(isProvisional ? (['figure_provisional'] as const) : []), ...(isOther ? otherwise : [])],
    basis: rows.map((row) => withRow(basis, series, row)),
  })
}
