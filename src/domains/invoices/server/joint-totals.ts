import type { BillLine } from '#vocabulary/bill.ts'
import type { Decimal } from '#vocabulary/decimal.ts'
import { type Cents, centsFromDecimal, sumCents } from '#vocabulary/money.ts'
import { roundedParts, wholeKwh } from '#vocabulary/rounded-parts.ts'
import type { InvoicedPoint } from './invoice-to-draw.ts'

/** A tax at one rate: what it is charged on, and what it comes to. */
export type TaxTotal = { kind: TaxKind; percent: number; baseCents: Cents; taxCents: Cents }

/** The taxes of a joint invoice, with what is neither base nor tax, so that all of it comes to the total. */
export type TaxBreakdown = {
  /** By tax, the highest rate first. */
  taxes: TaxTotal[]
  /** What has no tax: a wallet that paid a part, say. */
  untaxedCents: Cents
  /** The gathered invoices that do not tell their taxes. */
  untold: { count: number; totalCents: Cents }
}

const taxKinds = ['vat', 'igic', 'ipsi'] as const
type TaxKind = (typeof taxKinds)[number]

/** What the gathered invoices charge in taxes, by tax and rate, in cents. */
export function taxBreakdown(points: readonly InvoicedPoint[]): TaxBreakdown {
  const told = points.filter(({ lines }) => lines.some(isTax))
  const taxes = new Map<string, TaxTotal>()
  for (const { kind, unitPrice, quantity, amountCents } of told.flatMap(({ lines }) => lines.filter(isTax))) {
    // One rate may be written as 21 and as 21.00.
    const percent = Number(unitPrice)
    const total = taxes.get(`${kind} ${percent}`) ?? { kind, percent, baseCents: 0, taxCents: 0 }
    total.baseCents += centsFromDecimal(quantity)
    total.taxCents += amountCents
    taxes.set(`${kind} ${percent}`, total)
  }
  const sorted = [...taxes.values()].sort(byTaxAndRate)
  const untold = points.filter((point) => !told.includes(point))
  return {
    taxes: sorted,
    untaxedCents: totalOf(told) - sumCents(sorted.map(({ baseCents, taxCents }) => baseCents + taxCents)),
    untold: { count: untold.length, totalCents: totalOf(untold) },
  }
}

/** Some of the points with what they come to. Their energies are whole kilowatt hours, so that what is read adds up. */
export type PlaceTotal = { name: string; points: InvoicedPoint[]; energyWh: number; totalCents: Cents }

/** A town with its addresses, in the order in which they come. */
export type TownTotal = PlaceTotal & { addresses: PlaceTotal[] }

/** The points by town and address. */
export function townTotals(points: readonly InvoicedPoint[]): TownTotal[] {
  const energiesWh = roundedParts(
    points.map(({ energyWh }) => energyWh),
    wholeKwh,
  )
  const rounded = points.map((point, index) => ({ ...point, energyWh: energiesWh[index]! }))
  return gatherBy(rounded, ({ town }) => town).map((town) => ({
    ...town,
    addresses: gatherBy(town.points, ({ address }) => address),
  }))
}

function gatherBy(points: readonly InvoicedPoint[], nameOf: (point: InvoicedPoint) => string): PlaceTotal[] {
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

function byTaxAndRate(one: TaxTotal, other: TaxTotal): number {
  return taxKinds.indexOf(one.kind) - taxKinds.indexOf(other.kind) || other.percent - one.percent
}
