import { type DatedFigure, type DayRange, type FigureSeries, figureAt, splitByValidity } from './dated-figures.ts'
import { dayCount, type MarketDay } from './day.ts'
import { type Decimal, divideDecimal, multiplyDecimals } from './decimal.ts'
import { type Cents, centsFromDecimal, decimalFromCents, lineAmountCents, percentOfCents, sumCents } from './money.ts'
import type { Period } from './tariff-periods.ts'

/** The terms whose price is the product's, which it may discount. */
export type ProductTerm = 'power' | 'energy' | 'gas_fixed' | 'gas_variable'

export type BillLineKind =
  | ProductTerm
  | `${ProductTerm}_discount`
  | 'surplus'
  | 'surplus_limit'
  | 'social_bonus_funding'
  | 'electricity_tax'
  | 'hydrocarbon_tax'
  | 'meter'
  | 'vat'
  | 'igic'
  | 'ipsi'
  | 'wallet'

/**
 * One line of a bill. It can be checked as it stands: quantity × unit price, times the days where there are any, rounded to
 * the cent, is its amount. With the unit `percent` the quantity is a base in euros and the unit price the percentage of it.
 */
export type BillLine = {
  kind: BillLineKind
  /** The tariff period of power and energy. */
  period: Period | null
  /** The days it charges, both included: a part of the bill's where a dated figure changes within them. */
  firstDay: MarketDay
  lastDay: MarketDay
  quantity: Decimal
  unit: 'kW' | 'kWh' | 'MWh' | 'day' | 'EUR' | 'percent'
  /** The days for which a power is charged, its price being per kW and day. */
  days: number | null
  unitPrice: Decimal
  amountCents: Cents
  /** The regulated figure that is the unit price; null where the price is the product's own. */
  figure: FigureReference | null
}

/** Which row of the dated figures a price was taken from. */
export type FigureReference = { name: string; validFrom: MarketDay }

export type Bill = {
  lines: BillLine[]
  /** What VAT, or the tax in its place, is charged on. */
  taxBaseCents: Cents
  /** The sum of the lines: what is to be paid. */
  totalCents: Cents
}

/** A price for being supplied, whatever is consumed. One per month is written as twelve times as much per year. */
export type StandingPrice = { per: 'day' | 'year'; eur: Decimal }

/** The percentage, at most 100, that a product takes off each of its terms. */
export type Discounts<Term extends ProductTerm> = Partial<Record<Term, Decimal>>

type LineDraft = Pick<BillLine, 'kind' | 'quantity' | 'unit' | 'unitPrice'> &
  Partial<Pick<BillLine, 'period' | 'days' | 'figure'>>

/** The line with its amount. */
export function billLine({ firstDay, lastDay }: DayRange, draft: LineDraft): BillLine {
  const { kind, period = null, quantity, unit, days = null, unitPrice, figure = null } = draft
  const amountCents =
    unit === 'percent'
      ? percentOfCents(centsFromDecimal(quantity), unitPrice)
      : lineAmountCents({ quantity: multiplyDecimals(quantity, String(days ?? 1)), unitPrice })
  return { kind, period, firstDay, lastDay, quantity, unit, days, unitPrice, amountCents, figure }
}

/** A line for an amount that is already in cents, to charge or, with the sign `-`, to give. */
export function amountLine(range: DayRange, kind: BillLineKind, cents: Cents, sign: '' | '-' = ''): BillLine {
  return billLine(range, { kind, quantity: decimalFromCents(cents), unit: 'EUR', unitPrice: `${sign}1` })
}

/** A line per value that a regulated price per day has in those days. */
export function regulatedDailyLines(range: DayRange, kind: BillLineKind, series: FigureSeries): BillLine[] {
  return splitByValidity(range, (day) => figureAt(series, day)).map(({ valid, ...part }) =>
    billLine(part, {
      kind,
      quantity: String(dayCount(part.firstDay, part.lastDay)),
      unit: 'day',
      unitPrice: valid.value,
      figure: referenceTo(series, valid),
    }),
  )
}

/** The lines of one term followed by what the product takes off their sum. */
export function withDiscount(
  range: DayRange,
  term: ProductTerm,
  lines: BillLine[],
  discounts: Discounts<ProductTerm>,
): BillLine[] {
  const percent = discounts[term]
  if (percent === undefined) return lines
  const off = billLine(range, {
    kind: `${term}_discount`,
    quantity: decimalFromCents(sumOfLines(lines)),
    unit: 'percent',
    unitPrice: multiplyDecimals(percent, '-1'),
  })
  return [...lines, off]
}

/**
 * The price of each day, with the days for which it is that. A yearly price is divided by the 365 or 366 days of the calendar
 * year and rounded to six decimals, as distributors invoice it, so that the line can be recomputed from what it prints.
 */
export function dailyPrices({ per, eur }: StandingPrice, range: DayRange): (DayRange & { eurPerDay: Decimal })[] {
  if (per === 'day') return [{ ...range, eurPerDay: eur }]
  return splitByValidity(range, yearLengthAt).map(({ valid, ...part }) => ({
    ...part,
    eurPerDay: divideDecimal(eur, String(valid.daysInYear), 6),
  }))
}

export function referenceTo(series: FigureSeries<unknown>, { validFrom }: DatedFigure<unknown>): FigureReference {
  return { name: series.name, validFrom }
}

export function sumOfLines(lines: readonly BillLine[]): Cents {
  return sumCents(lines.map(({ amountCents }) => amountCents))
}

/** The length of the day's year, and the first day of the next year of another length. */
function yearLengthAt(day: MarketDay): { daysInYear: number; validTo: MarketDay } {
  const year = Number(day.slice(0, 4))
  const daysInYear = yearLength(year)
  let otherYear = year + 1
  while (yearLength(otherYear) === daysInYear) otherYear++
  return { daysInYear, validTo: `${otherYear}-01-01` }
}

function yearLength(year: number): number {
  return dayCount(`${year}-01-01`, `${year}-12-31`)
}
