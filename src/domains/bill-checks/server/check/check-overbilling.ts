import { type BillLine, type BillLineKind, sumLines } from '#vocabulary/bill.ts'
import { regulatedPriceAt } from '#vocabulary/dated-regulated-prices.ts'
import { addDays } from '#vocabulary/day.ts'
import type { InterestRates } from '#vocabulary/legal-interest.ts'
import { overbillingInterestLines } from '#vocabulary/overbilling-interest.ts'
import type { LineCheck } from '../../bill-check.ts'
import type { BillFacts, OverbillingFacts } from './bill-facts.ts'
import { overbillingBasis, withRow } from './legal-basis.ts'
import { judgeLine, judgeMissingLine, type NumberedLine } from './line-verdict.ts'

/** The lines that a bill judges by what it gives back, if it gives something back. */
const overbillingKinds: readonly BillLineKind[] = ['returned_interest', 'instalment']

/** Checks whether a line is one of what a bill gives back. */
export function isOfOverbilling({ overbilling }: BillFacts, { kind, amountCents }: BillLine): boolean {
  return overbilling !== undefined && overbillingKinds.includes(kind) && amountCents <= 0
}

/**
 * Checks what a bill gives back because an earlier one charged too much: with interest, and whole (RD 88/2026, articles
 * 44.4.b and 45.2). A part of it is wrong by what it lacks.
 */
export function checkOverbilling(
  facts: BillFacts,
  lines: readonly NumberedLine[],
  figures: InterestRates,
): LineCheck[] {
  if (!facts.overbilling) return []
  const own = lines.filter((line) => isOfOverbilling(facts, line))
  const ofKind = (kind: BillLineKind) => own.filter((line) => line.kind === kind)
  return [
    ...checkInterest(facts.overbilling, ofKind('returned_interest'), figures),
    ...checkParts(facts.overbilling, ofKind('instalment')),
  ]
}

/** Checks whether a bill gives no interest back although some may be owed: from when is not known. */
export function lacksToldInterest(
  { overbilling }: BillFacts,
  lines: readonly BillLine[],
  figures: InterestRates,
): boolean {
  if (!overbilling || lines.some(({ kind }) => kind === 'returned_interest')) return false
  const { correction, returnedOn, rules } = overbilling
  return overbillingInterestLines(correction, returnedOn, figures, rules) === null
}

function checkInterest(
  { correction, returnedOn, rules }: OverbillingFacts,
  lines: readonly NumberedLine[],
  figures: InterestRates,
): LineCheck[] {
  const expected = overbillingInterestLines(correction, returnedOn, figures, rules)
  if (!expected || expected.length === 0)
    return lines.map((line) =>
      judgeLine(line, {
        ...{ expectedCents: null, basis: [overbillingBasis] },
        unknown: [expected ? 'figure_unknown' : 'payment_unknown'],
      }),
    )
  const rows = expected.map(({ firstDay }) => regulatedPriceAt(figures.legalInterest, firstDay))
  const basis = rows.map((row) => withRow(overbillingBasis, figures.legalInterest, row))
  const unknown = rows.some(({ provisional }) => provisional) ? (['figure_provisional'] as const) : []
  const expectedCents = sumLines(expected)
  const [first, ...others] = lines
  if (!first) {
    const days = { firstDay: expected[0]!.firstDay, lastDay: addDays(returnedOn, -1) }
    // A cent is nothing that anybody lacks.
    return expectedCents > -2
      ? []
      : [judgeMissingLine({ kind: 'returned_interest', period: null, ...days }, expectedCents, basis)]
  }
  // The sum is judged: a retailer may give the interest of several rates in one line.
  const judged = { faults: ['interest'] as const, unknown, basis }
  return [
    judgeLine(first, { ...judged, expectedCents: expectedCents - sumLines(others) }),
    ...others.map((line) => judgeLine(line, { ...judged, expectedCents: line.amountCents })),
  ]
}

/** A single instalment of all is the whole. */
function checkParts({ correction }: OverbillingFacts, lines: readonly NumberedLine[]): LineCheck[] {
  const [first, ...others] = lines
  if (!first) return []
  const judged = { faults: ['returned_in_parts'] as const, basis: [overbillingBasis] }
  return [
    judgeLine(first, { ...judged, expectedCents: -correction.amountCents - sumLines(others) }),
    ...others.map((line) => judgeLine(line, { ...judged, expectedCents: line.amountCents })),
  ]
}
