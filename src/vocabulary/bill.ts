import {
  type DatedRegulatedPrice,
  type DayRange,
  type RegulatedPriceSeries,
  regulatedPriceAt,
  splitByValidity,
} from './dated-regulated-prices.ts'
import { dayCount, type MarketDay } from './day.ts'
import { type Decimal, divideDecimal, multiplyDecimals } from './decimal.ts'
import { type Cents, centsFromDecimal, decimalFromCents, lineAmountCents, percentOfCents, sumCents } from './money.ts'
import type { Period } from './tariff-periods.ts'

/** The terms whose price is set, and may be discounted, by the product. */
export type ProductTerm = 'power' | 'energy' | 'gas_fixed' | 'gas_variable'

export type BillLineKind =
  | ProductTerm
  | `${ProductTerm}_discount`
  | 'power_excess'
  | 'reactive_energy'
  | 'surplus'
  | 'surplus_limit'
  | 'late_activation_discount'
  | 'social_bonus_funding'
  | NamedLineKind
  | 'electricity_tax'
  | 'hydrocarbon_tax'
  | 'meter'
  | 'vat'
  | 'igic'
  | 'ipsi'
  | 'wallet'

/**
 * The kinds of lines that say themselves what they are for: rights of a connection, services, adjustments of earlier days,
 * discounts on the whole, interest that is given back, and parts of an amount owed from before.
 */
export type NamedLineKind = (typeof namedLineKinds)[number]
export const namedLineKinds = [
  ...(['connection_right', 'service', 'adjustment', 'discount', 'returned_interest', 'instalment'] as const),
] as const

/**
 * A line of a bill. It can be verified on its own: quantity × unit price, for a power times its days, rounded to the
 * cent, is its amount. With the unit `percent` the quantity is a base in euros and the unit price the percentage
 * of it.
 */
export type BillLine = {
  kind: BillLineKind
  /** The tariff period of power and energy. */
  period: Period | null
  /** The days charged, both included: a part of the bill's days where a dated regulated price changes within them. */
  firstDay: MarketDay
  lastDay: MarketDay
  quantity: Decimal
  unit: BillLineUnit
  /** The days for which a power is charged, whose price is per kW and day. Other lines that came in may name theirs. */
  days: number | null
  unitPrice: Decimal
  amountCents: Cents
  /** The regulated price that is the unit price; null where the price is the product's own. */
  figure: RegulatedPriceReference | null
  /** What it is for, in the words of the retailer: the name of a service or of a discount. */
  label?: string
  /** The last day of a discount, after which bills have it no more. */
  endsOn?: MarketDay
}

export const billLineUnits = ['kW', 'kWh', 'kvarh', 'MWh', 'day', 'EUR', 'percent'] as const
export type BillLineUnit = (typeof billLineUnits)[number]

/** The dated row from which a regulated price was taken. */
export type RegulatedPriceReference = { name: string; validFrom: MarketDay }

export type Bill = {
  lines: BillLine[]
  /** The base of VAT or its equivalent. */
  taxBaseCents: Cents
  /** The sum of the lines: the amount to be paid. */
  totalCents: Cents
}

/** A standing charge, independent of consumption. A monthly charge is written as twelve times as much per year. */
export type StandingCharge = { per: 'day' | 'year'; eur: Decimal }

/** The discount of a product on each of its terms, as a percentage of at most 100. */
export type Discounts<Term extends ProductTerm> = Partial<Record<Term, Decimal>>

type LineDraft = Pick<BillLine, 'kind' | 'quantity' | 'unit' | 'unitPrice'> &
  Partial<Pick<BillLine, 'period' | 'days' | 'figure' | 'label' | 'endsOn'>>

/** Returns how often the quantity of a line is charged: a power for each of its days, anything else once, whatever days its line names. */
export function chargedDaysOf({ unit, days }: Pick<BillLine, 'unit' | 'days'>): number {
  return unit === 'kW' ? (days ?? 1) : 1
}

/** Returns the line with its computed amount. */
export function createBillLine({ firstDay, lastDay }: DayRange, draft: LineDraft): BillLine {
  const { kind, period = null, quantity, unit, days = null, unitPrice, figure = null, label, endsOn } = draft
  const named = { ...(label !== undefined && { label }), ...(endsOn !== undefined && { endsOn }) }
  const amountCents =
    unit === 'percent'
      ? percentOfCents(centsFromDecimal(quantity), unitPrice)
      : lineAmountCents({ quantity: multiplyDecimals(quantity, String(chargedDaysOf({ unit, days }))), unitPrice })
  return { kind, period, firstDay, lastDay, quantity, unit, days, unitPrice, amountCents, figure, ...named }
}

/** Creates a line for an amount in cents, to charge or, with the sign `-`, to credit. */
export function createAmountLine(range: DayRange, kind: BillLineKind, cents: Cents, sign: '' | '-' = ''): BillLine {
  return createBillLine(range, { kind, quantity: decimalFromCents(cents), unit: 'EUR', unitPrice: `${sign}1` })
}

/** Creates a line for each value that a regulated daily price has in a range of days. */
export function createRegulatedDailyLines(
  range: DayRange,
  kind: BillLineKind,
  series: RegulatedPriceSeries,
): BillLine[] {
  return splitByValidity(range, (day) => regulatedPriceAt(series, day)).map(({ valid, ...part }) =>
    createBillLine(part, {
      kind,
      quantity: String(dayCount(part.firstDay, part.lastDay)),
      unit: 'day',
      unitPrice: valid.value,
      figure: figureReferenceOf(series, valid),
    }),
  )
}

/** Returns the lines of a term followed by the product's discount on their sum. */
export function addDiscountLine(
  range: DayRange,
  term: ProductTerm,
  lines: BillLine[],
  discounts: Discounts<ProductTerm>,
): BillLine[] {
  const percent = discounts[term]
  if (percent === undefined) return lines
  const off = createBillLine(range, {
    kind: `${term}_discount`,
    quantity: decimalFromCents(sumLines(lines)),
    unit: 'percent',
    unitPrice: multiplyDecimals(percent, '-1'),
  })
  return [...lines, off]
}

/**
 * Returns the daily prices with the number of days for which each applies. A yearly price is divided by the 365 or 366
 * days of the calendar year and rounded to six decimals, as distributors invoice it, so that the line can be recomputed
 * from its printed figures.
 */
export function splitIntoDailyPrices(
  { per, eur }: StandingCharge,
  range: DayRange,
): (DayRange & { eurPerDay: Decimal })[] {
  if (per === 'day') return [{ ...range, eurPerDay: eur }]
  return splitByValidity(range, yearLengthAt).map(({ valid, ...part }) => ({
    ...part,
    eurPerDay: divideDecimal(eur, String(valid.daysInYear), 6),
  }))
}

export function figureReferenceOf(
  series: RegulatedPriceSeries<unknown>,
  { validFrom }: DatedRegulatedPrice<unknown>,
): RegulatedPriceReference {
  return { name: series.name, validFrom }
}

export function sumLines(lines: readonly BillLine[]): Cents {
  return sumCents(lines.map(({ amountCents }) => amountCents))
}

/** Returns the length of the day's year, and the first day of the next year with another length. */
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
