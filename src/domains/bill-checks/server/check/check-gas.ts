import { createBillLine, splitIntoDailyPrices, sumLines } from '#vocabulary/bill.ts'
import { findRegulatedPriceAt } from '#vocabulary/dated-regulated-prices.ts'
import { dayCount } from '#vocabulary/day.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import type { FaultKind, LineCheck, UnknownReason } from '../../bill-check.ts'
import type { BillFacts } from './bill-facts.ts'
import { type ChargedLine, chargeableDaysOf, unchargedDays } from './chargeable-days.ts'
import { isSamePrice } from './check-power.ts'
import { taxDayOf } from './check-taxes.ts'
import { billingBasis, contractBasis, hydrocarbonTaxBasis, readingBasis, withRow } from './legal-basis.ts'
import { hasWrongDays, judgeLine, judgeMissingLine, type NumberedLine, toleranceCents } from './line-verdict.ts'
import { isSameEnergy } from './metered-energy.ts'
import { splitByTerms, type TermsOfDays } from './terms-on.ts'

/** Checks the fixed term, the energy and the hydrocarbon tax of gas. */
export function checkGas(facts: BillFacts, lines: readonly NumberedLine[], figures: RegulatedPrices): LineCheck[] {
  const fixed = lines.filter(({ kind }) => kind === 'gas_fixed')
  const variable = lines.filter(({ kind }) => kind === 'gas_variable')
  return [
    ...chargeableDaysOf(facts, fixed).map((charged) => checkFixedLine(facts, charged)),
    ...missingFixed(facts, fixed),
    ...chargeableDaysOf(facts, variable).map((charged) => checkVariableLine(facts, charged, variable.length === 1)),
    ...checkHydrocarbonTax(facts, lines, figures),
  ]
}

function unknownPrice({ bill, contract }: BillFacts, segments: readonly TermsOfDays[]): UnknownReason | null {
  if (bill.content.productName !== contract.productName) return 'product_differs'
  return segments.some(({ gas }) => gas === null) ? 'price_unknown' : null
}

function checkFixedLine(facts: BillFacts, { line, parts, faults: faultsOfDays }: ChargedLine): LineCheck {
  const segments = parts.flatMap((part) => splitByTerms(facts, part))
  const unknown = unknownPrice(facts, segments)
  const expected = unknown ? null : segments.flatMap(fixedOf)
  const faults: FaultKind[] = [...faultsOfDays]
  if (hasWrongDays(line)) faults.push('days')
  if (expected?.some(({ unitPrice }) => !isSamePrice(unitPrice, line.unitPrice))) faults.push('price')
  return judgeLine(line, {
    ...{ expectedCents: expected && sumLines(expected), faults, unknown: unknown ? [unknown] : [] },
    basis: [billingBasis('gas', line.firstDay), contractBasis],
  })
}

function fixedOf({ gas, firstDay, lastDay }: TermsOfDays) {
  return splitIntoDailyPrices(gas!.fixed, { firstDay, lastDay }).map(({ eurPerDay, ...part }) =>
    createBillLine(part, {
      ...{
        kind: 'gas_fixed',
        quantity: String(dayCount(part.firstDay, part.lastDay)),
        unit: 'day',
        unitPrice: eurPerDay,
      },
    }),
  )
}

function missingFixed(facts: BillFacts, fixed: readonly NumberedLine[]): LineCheck[] {
  return unchargedDays(facts, fixed).flatMap((part) =>
    splitByTerms(facts, part).flatMap((segment) => {
      if (unknownPrice(facts, [segment])) return []
      const expected = fixedOf(segment)
      return [judgeMissingLine(expected[0]!, sumLines(expected), [contractBasis])]
    }),
  )
}

function checkVariableLine(
  facts: BillFacts,
  { line, parts, faults: faultsOfDays }: ChargedLine,
  isOnly: boolean,
): LineCheck {
  const segments = parts.flatMap((part) => splitByTerms(facts, part))
  const prices = [...new Set(segments.map(({ gas }) => gas?.variableEurPerKwh ?? null))]
  const noPrice = unknownPrice(facts, segments)
  const { registers } = facts
  const readWh = registers && !registers.isEstimated && isOnly ? (registers.energyWh[0] ?? null) : null
  const isWrong = readWh !== null && !isSameEnergy(Math.round(Number(line.quantity) * 1000), readWh)
  const faults: FaultKind[] = [...faultsOfDays]
  if (isWrong) faults.push('quantity')
  if (!noPrice && prices.some((price) => !isSamePrice(price!, line.unitPrice))) faults.push('price')
  const unknown: UnknownReason[] = []
  if (noPrice) unknown.push(noPrice)
  if (readWh === null) unknown.push(registers?.isEstimated ? 'registers_estimated' : 'no_curve')
  // Without hourly data the energy of each price is not known; a line for each price is checked by its own.
  if (prices.length > 1) unknown.push('no_curve')
  const [price] = prices
  const quantity = isWrong ? kwhFromWh(readWh) : line.quantity
  const expectedCents =
    noPrice || prices.length > 1
      ? null
      : price == null
        ? 0
        : createBillLine(line, { kind: 'gas_variable', quantity, unit: 'kWh', unitPrice: price }).amountCents
  return judgeLine(line, {
    ...{ expectedCents, faults, unknown: [...new Set(unknown)] },
    basis: [readingBasis('gas', line.firstDay), contractBasis],
  })
}

/** The use of the gas is not known to the portal: the rate of heating at home and that of a business are accepted. */
function checkHydrocarbonTax(facts: BillFacts, lines: readonly NumberedLine[], figures: RegulatedPrices): LineCheck[] {
  const wh = lines
    .filter(({ kind }) => kind === 'gas_variable')
    .reduce((sum, { quantity }) => sum + Math.round(Number(quantity) * 1000), 0)
  const day = taxDayOf(facts)
  const rows = [figures.hydrocarbonTax, figures.hydrocarbonTaxProfessional].flatMap((series) => {
    const row = findRegulatedPriceAt(series, day)
    return row
      ? [{ series, row, reading: series === figures.hydrocarbonTax ? [] : (['professional_gas'] as const) }]
      : []
  })
  const costOf = (unitPrice: string) =>
    createBillLine(facts.bill, { kind: 'hydrocarbon_tax', quantity: kwhFromWh(wh), unit: 'kWh', unitPrice }).amountCents
  const taxes = lines.filter(({ kind }) => kind === 'hydrocarbon_tax')
  const [general] = rows
  if (!general)
    return taxes.map((line) =>
      judgeLine(line, { expectedCents: null, unknown: ['figure_unknown'], basis: [hydrocarbonTaxBasis] }),
    )
  const [line, ...others] = taxes
  const basisOf = ({ series, row }: (typeof rows)[number]) => [withRow(hydrocarbonTaxBasis, series, row)]
  if (!line) {
    const cents = costOf(general.row.value)
    return cents > toleranceCents
      ? [judgeMissingLine({ ...facts.bill, kind: 'hydrocarbon_tax', period: null }, cents, basisOf(general))]
      : []
  }
  const chosen = rows.find(({ row }) => Number(row.value) === Number(line.unitPrice)) ?? general
  const faults: FaultKind[] = []
  if (Number(chosen.row.value) !== Number(line.unitPrice)) faults.push('tax_rate')
  if (!isSameQuantity(line.quantity, kwhFromWh(wh))) faults.push('tax_base')
  return [
    judgeLine(line, {
      expectedCents: costOf(chosen.row.value),
      faults,
      readings: chosen.reading,
      basis: basisOf(chosen),
    }),
    ...others.map((each) => judgeLine(each, { expectedCents: 0, faults: ['charged_twice'], basis: basisOf(chosen) })),
  ]
}

function isSameQuantity(one: string, other: string): boolean {
  return Number(one) === Number(other)
}
