import { addDays, addMonths, firstOfMonth, lastOfMonth, type MarketDay, monthOf } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import { isEnergyTariff } from '#vocabulary/price-steps.ts'
import { energyPeriodCount, type Period } from '#vocabulary/tariff-periods.ts'

/** What the first page needs to know of an invoice. */
export type ShownInvoice = {
  startsOn: MarketDay | null
  issuedOn: MarketDay
  amountTotalCents: Cents
  energyWh: number | null
}

/** The month that an invoice is of: that of its period, or of its day where it gathers several. */
export function monthOfInvoice({ startsOn, issuedOn }: Pick<ShownInvoice, 'startsOn' | 'issuedOn'>): MarketDay {
  return startsOn ?? issuedOn
}

/** How an invoice compares with that of the same month a year before: what is less is negative. */
export type Comparison = { cents: Cents; energyWh: number }

/** Compares an invoice with that of the same month a year before; null when it is not among the others. */
export function comparedWithYearBefore(invoice: ShownInvoice, others: readonly ShownInvoice[]): Comparison | null {
  const month = monthOf(addMonths(monthOfInvoice(invoice), -12))
  const before = others.find((other) => monthOf(monthOfInvoice(other)) === month)
  if (!before || before.energyWh === null || invoice.energyWh === null) return null
  return { cents: invoice.amountTotalCents - before.amountTotalCents, energyWh: invoice.energyWh - before.energyWh }
}

/** `less`, `more` or `same`, the branches of a text. */
export function direction(difference: number): 'less' | 'more' | 'same' {
  if (difference === 0) return 'same'
  return difference < 0 ? 'less' : 'more'
}

const barCount = 12

/** The invoices that the drawing shows, oldest first: the last twelve that ask for something. */
export function barsOf<I extends ShownInvoice>(invoices: readonly I[]): I[] {
  const asking = invoices.filter(({ amountTotalCents }) => amountTotalCents > 0)
  return [...asking].sort((a, b) => (monthOfInvoice(a) < monthOfInvoice(b) ? -1 : 1)).slice(-barCount)
}

/** How many periods of energy a tariff has; null where it has none. */
export function periodCountOf(tariff: string): 3 | 6 | null {
  return isEnergyTariff(tariff) ? energyPeriodCount(tariff) : null
}

/** The place of a period on the scale of price that colours and patterns go by: three periods take the first, middle and last. */
export function scalePlace(period: Period, periodCount: 3 | 6): Period {
  return periodCount === 6 ? period : ([1, 3, 6] as const)[period - 1]!
}

const readingsLagDays = 3

/** The days of the month that has readings: this one, or the one before while those of this month are still on their way. */
export function readMonth(today: MarketDay): { start: MarketDay; end: MarketDay } {
  const start = firstOfMonth(addDays(today, -readingsLagDays))
  const last = lastOfMonth(start)
  return { start, end: last < today ? last : today }
}

/** The first name of a person; a company is called by its whole name. */
export function calledName({ name, isCompany }: { name: string; isCompany: boolean }): string {
  return isCompany ? name : name.split(' ')[0]!
}

/** A text that begins with the name of a month, which most languages write small, as a sentence of its own. */
export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
