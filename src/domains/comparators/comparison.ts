import type { ElectricitySupply, GasSupply } from '#domains/offers/offered-bill.ts'
import type { Bill, BillLine, BillLineKind } from '#vocabulary/bill.ts'
import { electricityIndirectTax, gasIndirectTax, meterIndirectTax } from '#vocabulary/bill-taxes.ts'
import { type DayRange, figureAt } from '#vocabulary/dated-figures.ts'
import { dayCount } from '#vocabulary/day.ts'
import { type Cents, sumCents } from '#vocabulary/money.ts'
import type { RegulatedFigures } from '#vocabulary/regulated-figures.ts'

const daysOfYear = 365

/** What an invoice is made of: what the retailer charges, the rented meter, and taxes. They add up to the whole. */
export type BillParts = { supplyCents: Cents; meterCents: Cents; taxesCents: Cents; totalCents: Cents }

const taxes: readonly BillLineKind[] = ['electricity_tax', 'hydrocarbon_tax', 'vat', 'igic', 'ipsi']

/** Whether a line is a tax. */
export function isTax({ kind }: Pick<BillLine, 'kind'>): boolean {
  return taxes.includes(kind)
}

/** The parts of a bill of ours. */
export function partsOf({ lines, totalCents }: Bill): BillParts {
  const sumOf = (wanted: (line: BillLine) => boolean) => sumCents(lines.filter(wanted).map((line) => line.amountCents))
  const meterCents = sumOf(({ kind }) => kind === 'meter')
  const taxesCents = sumOf(isTax)
  return { supplyCents: totalCents - meterCents - taxesCents, meterCents, taxesCents, totalCents }
}

/**
 * The parts of somebody else's electricity invoice, worked out from its total: the taxes and the meter are the same whoever
 * supplies. Null where the total is too small to hold them.
 */
export function electricityInvoiceParts(
  totalCents: Cents,
  { ours, supply, figures }: { ours: Bill; supply: ElectricitySupply; figures: RegulatedFigures },
): BillParts | null {
  const { meterCents } = partsOf(ours)
  const factorOf = (percent: string) => 1 + Number(percent) / 100
  const { lastDay } = supply
  // Electricity and meter may bear different rates.
  const taxedMeterCents =
    meterCents === 0 ? 0 : meterCents * factorOf(meterIndirectTax(supply, lastDay, figures).percent)
  const taxed = factorOf(electricityIndirectTax(supply, lastDay, figures).percent)
  const special = factorOf(figureAt(figures.electricityTax, lastDay).value)
  return invoiceParts({ totalCents, meterCents, supplyCents: (totalCents - taxedMeterCents) / taxed / special })
}

/** The same for gas: its special tax goes by energy, so it is that of our bill. */
export function gasInvoiceParts(
  totalCents: Cents,
  { ours, supply, figures }: { ours: Bill; supply: GasSupply; figures: RegulatedFigures },
): BillParts | null {
  const hydrocarbonCents = sumCents(
    ours.lines.filter(({ kind }) => kind === 'hydrocarbon_tax').map(({ amountCents }) => amountCents),
  )
  const percent = Number(gasIndirectTax(supply.zone, supply.lastDay, figures).percent)
  const supplyCents = totalCents / (1 + percent / 100) - hydrocarbonCents
  return invoiceParts({ totalCents, meterCents: 0, supplyCents })
}

/** What a difference over some days comes to in a year of days like them. */
export function perYear(cents: Cents, { firstDay, lastDay }: DayRange): Cents {
  return Math.round((cents * daysOfYear) / dayCount(firstDay, lastDay))
}

function invoiceParts({
  totalCents,
  meterCents,
  supplyCents,
}: Pick<BillParts, 'totalCents' | 'meterCents' | 'supplyCents'>): BillParts | null {
  const roundCents = Math.round(supplyCents)
  if (roundCents <= 0) return null
  return { supplyCents: roundCents, meterCents, taxesCents: totalCents - meterCents - roundCents, totalCents }
}
