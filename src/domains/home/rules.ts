import type { RectificativeType } from '#domains/invoices/rules.ts'
import { hoursFrom } from '#vocabulary/calendar-day.ts'
import { addDays, addMonths, dayCount, firstOfMonth, lastOfMonth, type MarketDay, monthOf } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import { isEnergyTariff, type PriceStep, priceStepsOf } from '#vocabulary/price-steps.ts'
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

/** What an invoice tells to be compared with the one before it. */
export type ComparedInvoice = ShownInvoice & { endsOn: MarketDay | null; rectificativeType: RectificativeType }

/** The latest invoice of a contract and that of the time before; those that cancel others count for neither. */
export function latestPair<I extends ComparedInvoice>(invoices: readonly I[]): { latest: I; before: I } | null {
  const asking = invoices
    .filter(({ amountTotalCents, rectificativeType }) => amountTotalCents > 0 && !'AB'.includes(rectificativeType))
    .sort((one, other) => (orderOf(one) < orderOf(other) ? 1 : -1))
  const [latest] = asking
  const before = latest && asking.find((other) => isBefore(other, latest))
  return latest && before ? { latest, before } : null
}

// What replaces an invoice is of the same time, and issued later.
function orderOf(invoice: ComparedInvoice): string {
  return `${monthOfInvoice(invoice)} ${invoice.issuedOn}`
}

function isBefore(one: ComparedInvoice, other: ComparedInvoice): boolean {
  return one.endsOn && other.startsOn
    ? one.endsOn < other.startsOn
    : monthOf(monthOfInvoice(one)) < monthOf(monthOfInvoice(other))
}

/** What a day of an invoice costs, since they are of more or fewer days; null where it does not say of which. */
export function costPerDay({
  startsOn,
  endsOn,
  amountTotalCents,
}: Pick<ComparedInvoice, 'startsOn' | 'endsOn' | 'amountTotalCents'>): { dayCount: number; cents: Cents } | null {
  if (!startsOn || !endsOn || endsOn < startsOn) return null
  const days = dayCount(startsOn, endsOn)
  return { dayCount: days, cents: Math.round(amountTotalCents / days) }
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

type Days = { start: MarketDay; end: MarketDay }

/** The days of a month that have been read, from its first; null while none has, or nobody says until when. */
export function readDays(month: Days, dataUntil: MarketDay | null): Days | null {
  if (!dataUntil || dataUntil < month.start) return null
  return { start: month.start, end: dataUntil < month.end ? dataUntil : month.end }
}

/** With what the days of a month are compared: the same days a year before, when it was as cold, or those of the month before. */
export const comparedWith = ['year', 'month'] as const
export type ComparedWith = (typeof comparedWith)[number]

/** The same days a year or a month before, all of that month where it has fewer. */
export function sameDaysBefore({ start, end }: Days, ago: ComparedWith): Days {
  const months = ago === 'year' ? -12 : -1
  return { start: addMonths(start, months), end: addMonths(end, months) }
}

/** What was used in some days, as far as the meter tells. */
export type Use = { days: Days; usedWh: number | null; missingHours: number; dataFrom: MarketDay | null }

// With more gaps than these, what is known says little of the whole.
const mostMissing = 0.05

/**
 * How much more was used than before in the same time, in whole percent, less when negative. What counts is the hours that
 * were measured; null where too few were, or nothing is known of either.
 */
export function changeOfUse(now: Use, before: Use): number | null {
  const [perHour, perHourBefore] = [usePerHour(now), usePerHour(before)]
  return perHour === null || !perHourBefore ? null : Math.round((perHour / perHourBefore - 1) * 100)
}

function usePerHour({ days, usedWh, missingHours, dataFrom }: Use): number | null {
  const hours = hoursFrom(days.start, days.end)
  if (usedWh === null || dataFrom === null || dataFrom > days.start) return null
  return missingHours > hours * mostMissing ? null : usedWh / (hours - missingHours)
}

/**
 * Which energy a customer uses, of which only electricity is measured by hours: electricity where any of the first contracts
 * is, gas where all are; undefined where there are none, or others that are not known.
 */
export function usedEnergyOf(
  first: readonly { type: 'electricity' | 'gas' }[],
  total: number,
): 'electricity' | 'gas' | undefined {
  if (first.some(({ type }) => type === 'electricity')) return 'electricity'
  return first.length > 0 && first.length === total ? 'gas' : undefined
}

/** The first name of a person; a company is called by its whole name. */
export function calledName({ name, isCompany }: { name: string; isCompany: boolean }): string {
  return isCompany ? name : name.split(' ')[0]!
}

/** A text that begins with the name of a month, which most languages write small, as a sentence of its own. */
export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What the wallets of a contract hold. One in which it has had two shares, one after the other, counts once. */
export function walletCents(links: readonly { bateria: { id: number }; total_descompte: number }[]): Cents {
  const byWallet = new Map(links.map(({ bateria, total_descompte }) => [bateria.id, Math.round(total_descompte * 100)]))
  return [...byWallet.values()].reduce((sum, cents) => sum + cents, 0)
}

/** The next day on which the price changes with the hour, for a day on which it does not; null where a week has none. */
export function nextChangingDay(tariff: string, day: MarketDay): { day: MarketDay; steps: PriceStep[] } | null {
  for (let ahead = 1; ahead <= 7; ahead++) {
    const next = addDays(day, ahead)
    const steps = priceStepsOf({ tariff, day: next })
    if (steps.length > 1) return { day: next, steps }
  }
  return null
}
