import type { BillLine } from '#vocabulary/bill.ts'
import type { Decimal } from '#vocabulary/decimal.ts'
import { type Cents, centsFromDecimal, sumCents } from '#vocabulary/money.ts'
import { roundParts, wholeKwh } from '#vocabulary/round-parts.ts'
import type { InvoicedPoint } from './invoice-document-model.ts'

/** A tax at one rate: its base and its amount. */
export type TaxTotal = { kind: TaxKind; percent: number; baseCents: Cents; taxCents: Cents }

/**
 * The taxes of a multipoint invoice, with the amounts that are neither base nor tax, so that everything adds up to the
 * total.
 */
export type TaxBreakdown = {
  /** By tax, the highest rate first. */
  taxes: TaxTotal[]
  /** Amounts without tax, for example a part paid from a wallet. */
  untaxedCents: Cents
  /** The invoices that come without their taxes. */
  notItemized: { count: number; totalCents: Cents }
}

const taxKinds = ['vat', 'igic', 'ipsi'] as const
type TaxKind = (typeof taxKinds)[number]

/** Sums up the taxes of the invoices, by tax and rate, in cents. */
export function computeTaxBreakdown(points: readonly InvoicedPoint[]): TaxBreakdown {
  const itemized = points.filter(({ lines }) => lines.some(isTax))
  const taxes = new Map<string, TaxTotal>()
  for (const { kind, unitPrice, quantity, amountCents } of itemized.flatMap(({ lines }) => lines.filter(isTax))) {
    // The same rate may be written as 21 and as 21.00.
    const percent = Number(unitPrice)
    const total = taxes.get(`${kind} ${percent}`) ?? { kind, percent, baseCents: 0, taxCents: 0 }
    total.baseCents += centsFromDecimal(quantity)
    total.taxCents += amountCents
    taxes.set(`${kind} ${percent}`, total)
  }
  const sorted = [...taxes.values()].sort(compareTaxAndRate)
  const notItemized = points.filter((point) => !itemized.includes(point))
  return {
    taxes: sorted,
    untaxedCents: totalOf(itemized) - sumCents(sorted.map(({ baseCents, taxCents }) => baseCents + taxCents)),
    notItemized: { count: notItemized.length, totalCents: totalOf(notItemized) },
  }
}

/** Some of the points with their total. Their energies are whole kilowatt hours, so that the printed values add up. */
export type LocationTotal = { name: string; points: InvoicedPoint[]; energyWh: number; totalCents: Cents }

/** A town with its addresses, in the order of the points. */
export type TownTotal = LocationTotal & { addresses: LocationTotal[] }

/** Groups the points by town and address. */
export function computeTownTotals(points: readonly InvoicedPoint[]): TownTotal[] {
  const energiesWh = roundParts(
    points.map(({ energyWh }) => energyWh),
    wholeKwh,
  )
  const rounded = points.map((point, index) => ({ ...point, energyWh: energiesWh[index]! }))
  return groupTotalsBy(rounded, ({ town }) => town).map((town) => ({
    ...town,
    addresses: groupTotalsBy(town.points, ({ address }) => address),
  }))
}

function groupTotalsBy(points: readonly InvoicedPoint[], nameOf: (point: InvoicedPoint) => string): LocationTotal[] {
  const groups = Map.groupBy(points, nameOf)
  return [...groups].map(([name, points]) => ({
    name,
    points,
    energyWh: points.reduce((sum, { energyWh }) => sum + energyWh, 0),
    totalCents: totalOf(points),
  }))
}

function totalOf(points: readonly InvoicedPoint[]): Cents {
  return sumCents(points.map(({ totalCents }) => totalCents))
}

type TaxLine = BillLine & { kind: TaxKind; unit: 'percent'; unitPrice: Decimal }

function isTax(line: BillLine): line is TaxLine {
  return line.unit === 'percent' && taxKinds.some((kind) => kind === line.kind)
}

function compareTaxAndRate(one: TaxTotal, other: TaxTotal): number {
  return taxKinds.indexOf(one.kind) - taxKinds.indexOf(other.kind) || other.percent - one.percent
}
