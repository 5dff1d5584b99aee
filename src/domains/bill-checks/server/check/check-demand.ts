import type { BillLine } from '#vocabulary/bill.ts'
import {
  createExcessLines,
  createReactiveLines,
  hasExcessPrices,
  isBilledByQuarterHours,
  type PowerDemand,
} from '#vocabulary/bill-demand.ts'
import { findRegulatedPriceAt, type RegulatedPriceSeries } from '#vocabulary/dated-regulated-prices.ts'
import { type Cents, sumCents } from '#vocabulary/money.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import { type EnergyTariff, energyTariffs } from '#vocabulary/tariff-periods.ts'
import type { FaultKind, LegalBasis, LineCheck, UnknownReason } from '../../bill-check.ts'
import type { BillFacts } from './bill-facts.ts'
import { excessBasis, reactiveBasis, withRow } from './legal-basis.ts'
import { hasWrongDays, judgeLine, judgeMissingLine, type NumberedLine, toleranceCents } from './line-verdict.ts'
import { splitByTerms } from './terms-on.ts'

/** The lines that a bill should have of a kind, or why they cannot be told. */
type ExpectedLines = { lines: BillLine[]; unknown: null } | { lines: null; unknown: UnknownReason }

/**
 * Checks what the bill charges for power above the contracted one: by the highest power of each period, which the bill
 * tells, or by the quarter hours of the curve. A home without a maximeter pays none.
 */
export function checkExcess(facts: BillFacts, lines: readonly NumberedLine[], figures: RegulatedPrices): LineCheck[] {
  const expected = expectedExcess(facts, figures)
  const isChargedOnly = lines.length === 0 && facts.bill.content.powerWatts.length <= 2
  return compareByPeriod(lines, isChargedOnly ? { lines: [], unknown: null } : expected, (line) => ({
    basis: withPeriodPrice(facts, line, figures),
    priceFault: 'regulated_price',
  }))
}

function expectedExcess(facts: BillFacts, figures: RegulatedPrices): ExpectedLines {
  const { bill } = facts
  const [terms, ...others] = splitByTerms(facts, bill)
  const tariff = energyTariffs.find((name) => name === terms?.tariff)
  if (!terms?.powers || !tariff) return { lines: null, unknown: tariff ? 'power_unknown' : 'tariff_unknown' }
  const powerWatts = terms.powers.value
  const hasOtherTerms = others.some(
    (other) => other.tariff !== tariff || String(other.powers?.value) !== String(powerWatts),
  )
  // The highest power of a bill does not say before or after which change it was.
  if (hasOtherTerms || terms.otherPowers.length > 0) return { lines: null, unknown: 'maximeter_unknown' }
  const demand = demandOf(facts, powerWatts)
  if (!demand) return { lines: null, unknown: 'maximeter_unknown' }
  if (!hasExcessPrices(bill, { tariff, powerWatts }, figures)) return { lines: null, unknown: 'figure_unknown' }
  return { lines: createExcessLines(bill, { tariff, powerWatts, demand }, figures), unknown: null }
}

function demandOf({ bill, quarterHourExcessKw }: BillFacts, powerWatts: readonly number[]): PowerDemand | null {
  const highestWatts = bill.content.maximumPowerWatts
  if (!isBilledByQuarterHours(powerWatts)) return highestWatts ? { by: 'maximeter', highestWatts } : null
  if (quarterHourExcessKw) return { by: 'quarter_hours', excessKw: quarterHourExcessKw }
  const isBelow = highestWatts?.every((watts, index) => watts <= powerWatts[index]!)
  return isBelow ? { by: 'quarter_hours', excessKw: [] } : null
}

function withPeriodPrice({ bill }: BillFacts, line: BillLine, figures: RegulatedPrices): LegalBasis {
  const { tariff } = bill.content
  const prices = figures.excessPrices[tariff as EnergyTariff]
  const row = prices && findRegulatedPriceAt(line.days === null ? prices.quarterHours : prices.maximeter, line.lastDay)
  const value = row?.value[(line.period ?? 1) - 1]
  if (!row || value === undefined) return excessBasis
  const series = line.days === null ? prices.quarterHours : prices.maximeter
  return withRow(excessBasis, series as unknown as RegulatedPriceSeries, { ...row, value })
}

/** Checks reactive energy by what the bill tells of it, against the energy that it charges. */
export function checkReactive(facts: BillFacts, lines: readonly NumberedLine[], figures: RegulatedPrices): LineCheck[] {
  const { bill } = facts
  const { energyWhByPeriod: energyWh, reactiveVarhByPeriod: reactiveVarh } = bill.content
  const expected: ExpectedLines = reactiveVarh
    ? { lines: createReactiveLines(bill, { energyWh, reactiveVarh }, figures), unknown: null }
    : { lines: null, unknown: 'reactive_unknown' }
  const isNone = lines.length === 0 && !reactiveVarh
  return compareByPeriod(lines, isNone ? { lines: [], unknown: null } : expected, (line) => {
    const { from80, below80 } = figures.reactivePrices
    const series = [from80, below80].find(({ name }) => name === findFigure(expected, line)) ?? from80
    const row = findRegulatedPriceAt(series, bill.lastDay)
    return { basis: row ? withRow(reactiveBasis, series, row) : reactiveBasis, priceFault: 'regulated_price' }
  })
}

function findFigure({ lines }: ExpectedLines, { period }: BillLine): string | undefined {
  return lines?.find((each) => each.period === period)?.figure?.name
}

type Description = { basis: LegalBasis; priceFault: FaultKind }

/** Compares lines with those expected of each period. */
function compareByPeriod(
  lines: readonly NumberedLine[],
  expected: ExpectedLines,
  describe: (line: BillLine) => Description,
): LineCheck[] {
  if (!expected.lines)
    return lines.map((line) =>
      judgeLine(line, { expectedCents: null, unknown: [expected.unknown], basis: [describe(line).basis] }),
    )
  const open = [...expected.lines]
  const checks = lines.map((line) => judgeAgainst(line, takeMatch(open, line), describe(line)))
  const missing = open
    .filter(({ amountCents }) => amountCents > toleranceCents)
    .map((line) => judgeMissingLine(line, line.amountCents, [describe(line).basis]))
  return [...checks, ...missing]
}

function takeMatch(open: BillLine[], line: BillLine): BillLine | undefined {
  const ofPeriod = open.filter(({ period }) => period === line.period)
  const match = ofPeriod.find(({ firstDay }) => firstDay === line.firstDay) ?? ofPeriod[0]
  if (match) open.splice(open.indexOf(match), 1)
  return match
}

function judgeAgainst(line: NumberedLine, match: BillLine | undefined, { basis, priceFault }: Description): LineCheck {
  const expectedCents: Cents = match ? match.amountCents : sumCents([])
  const faults: FaultKind[] = []
  if (!match) faults.push('not_agreed')
  if (match && Math.abs(Number(match.quantity) - Number(line.quantity)) > 0.0005) faults.push('quantity')
  if (match && Number(match.unitPrice) !== Number(line.unitPrice)) faults.push(priceFault)
  if (line.days !== null && hasWrongDays(line)) faults.push('days')
  return judgeLine(line, { expectedCents, faults, basis: [basis] })
}
