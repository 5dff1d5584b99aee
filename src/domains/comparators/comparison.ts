import type { ElectricitySupply, GasSupply } from '#domains/offers/offered-bill.ts'
import type { Bill, BillLine, BillLineKind } from '#vocabulary/bill.ts'
import { electricityIndirectTax, gasIndirectTax, meterIndirectTax } from '#vocabulary/bill-taxes.ts'
import { type DayRange, regulatedPriceAt } from '#vocabulary/dated-regulated-prices.ts'
import { dayCount } from '#vocabulary/day.ts'
import { type Cents, sumCents } from '#vocabulary/money.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'

const daysOfYear = 365

/** The parts of an invoice: what the retailer charges, the rented meter, and taxes. They add up to the total. */
export type BillParts = { supplyCents: Cents; meterCents: Cents; taxesCents: Cents; totalCents: Cents }

const taxes: readonly BillLineKind[] = ['electricity_tax', 'hydrocarbon_tax', 'vat', 'igic', 'ipsi']

/** Checks whether a line is a tax. */
export function isTax({ kind }: Pick<BillLine, 'kind'>): boolean {
  return taxes.includes(kind)
}

/** Splits one of our own bills into its parts. */
export function splitBill({ lines, totalCents }: Bill): BillParts {
  const sumOf = (matches: (line: BillLine) => boolean) =>
    sumCents(lines.filter(matches).map((line) => line.amountCents))
  const meterCents = sumOf(({ kind }) => kind === 'meter')
  const taxesCents = sumOf(isTax)
  return { supplyCents: totalCents - meterCents - taxesCents, meterCents, taxesCents, totalCents }
}

/**
 * Splits another retailer's electricity invoice into its parts, derived from its total: taxes and meter are the same
 * for every supplier. Returns null if the total is too small to contain them.
 */
export function splitElectricityInvoice(
  totalCents: Cents,
  { ours, supply, regulatedPrices }: { ours: Bill; supply: ElectricitySupply; regulatedPrices: RegulatedPrices },
): BillParts | null {
  const { meterCents } = splitBill(ours)
  const factorOf = (percent: string) => 1 + Number(percent) / 100
  const { lastDay } = supply
  // Electricity and meter may have different tax rates.
  const taxedMeterCents =
    meterCents === 0 ? 0 : meterCents * factorOf(meterIndirectTax(supply, lastDay, regulatedPrices).percent)
  const taxed = factorOf(electricityIndirectTax(supply, lastDay, regulatedPrices).percent)
  const special = factorOf(regulatedPriceAt(regulatedPrices.electricityTax, lastDay).value)
  return composeInvoiceParts({ totalCents, meterCents, supplyCents: (totalCents - taxedMeterCents) / taxed / special })
}

/** Splits a gas invoice the same way. The special tax on gas depends on the energy, so it is that of our bill. */
export function splitGasInvoice(
  totalCents: Cents,
  { ours, supply, regulatedPrices }: { ours: Bill; supply: GasSupply; regulatedPrices: RegulatedPrices },
): BillParts | null {
  const hydrocarbonCents = sumCents(
    ours.lines.filter(({ kind }) => kind === 'hydrocarbon_tax').map(({ amountCents }) => amountCents),
  )
  const percent = Number(gasIndirectTax(supply.zone, supply.lastDay, regulatedPrices).percent)
  const supplyCents = totalCents / (1 + percent / 100) - hydrocarbonCents
  return composeInvoiceParts({ totalCents, meterCents: 0, supplyCents })
}

/** Scales a difference over some days to a year of such days. */
export function scaleToYear(cents: Cents, { firstDay, lastDay }: DayRange): Cents {
  return Math.round((cents * daysOfYear) / dayCount(firstDay, lastDay))
}

function composeInvoiceParts({
  totalCents,
  meterCents,
  supplyCents,
}: Pick<BillParts, 'totalCents' | 'meterCents' | 'supplyCents'>): BillParts | null {
  const roundCents = Math.round(supplyCents)
  if (roundCents <= 0) return null
  return { supplyCents: roundCents, meterCents, taxesCents: totalCents - meterCents - roundCents, totalCents }
}
