import type { CurveRange } from '#domains/consumption/rules.ts'
import { chargesItsDays, type RectificativeType } from '#domains/invoices/rules.ts'
import { countHours } from '#vocabulary/calendar-day.ts'
import { addDays, addMonths, dayCount, firstOfMonth, lastOfMonth, type MarketDay, monthOf } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import { isEnergyTariff, type PriceStep, priceStepsOf } from '#vocabulary/price-steps.ts'
import { energyPeriodCount, type Period } from '#vocabulary/tariff-periods.ts'

/** What the home page uses of an invoice. */
export type HomeInvoice = {
  startsOn: MarketDay | null
  issuedOn: MarketDay
  amountTotalCents: Cents
  energyWh: number | null
  rectificativeType: RectificativeType
}

/** Returns the month of an invoice: that of its period, or of its issue date if it combines several. */
export function invoiceMonth({ startsOn, issuedOn }: Pick<HomeInvoice, 'startsOn' | 'issuedOn'>): MarketDay {
  return startsOn ?? issuedOn
}

/** Returns the month by which an invoice is named among others: of one that complements them, that of its issue. */
export function namedMonth(invoice: Pick<HomeInvoice, 'startsOn' | 'issuedOn' | 'rectificativeType'>): MarketDay {
  return chargesItsDays(invoice.rectificativeType) ? invoiceMonth(invoice) : invoice.issuedOn
}

/** The difference between an invoice and that of the same month a year before; a decrease is negative. */
export type Comparison = { cents: Cents; energyWh: number }

/** Compares an invoice with that of the same month a year before. Returns null if that is not among the others. */
export function compareWithYearBefore(invoice: HomeInvoice, others: readonly HomeInvoice[]): Comparison | null {
  const month = monthOf(addMonths(invoiceMonth(invoice), -12))
  const before = others.find((other) => monthOf(invoiceMonth(other)) === month)
  if (!before || before.energyWh === null || invoice.energyWh === null) return null
  return { cents: invoice.amountTotalCents - before.amountTotalCents, energyWh: invoice.energyWh - before.energyWh }
}

/** The fields of an invoice that the comparison with the previous one uses. */
export type ComparedInvoice = HomeInvoice & { endsOn: MarketDay | null }

/** Returns the latest invoice of a contract and the one before it; cancelling invoices are ignored. */
export function findLatestPair<I extends ComparedInvoice>(invoices: readonly I[]): { latest: I; before: I } | null {
  const chargeable = invoices
    .filter(({ amountTotalCents, rectificativeType }) => amountTotalCents > 0 && !'AB'.includes(rectificativeType))
    .sort((one, other) => (sortKeyOf(one) < sortKeyOf(other) ? 1 : -1))
  const [latest] = chargeable
  const before = latest && chargeable.find((other) => isBefore(other, latest))
  return latest && before ? { latest, before } : null
}

// A replacement has the same period as the replaced invoice and is issued later.
function sortKeyOf(invoice: ComparedInvoice): string {
  return `${invoiceMonth(invoice)} ${invoice.issuedOn}`
}

function isBefore(one: ComparedInvoice, other: ComparedInvoice): boolean {
  return one.endsOn && other.startsOn
    ? one.endsOn < other.startsOn
    : monthOf(invoiceMonth(one)) < monthOf(invoiceMonth(other))
}

/**
 * Returns the cost of an invoice per day, since invoices differ in their number of days. Null if its days are unknown.
 */
export function costPerDay({
  startsOn,
  endsOn,
  amountTotalCents,
}: Pick<ComparedInvoice, 'startsOn' | 'endsOn' | 'amountTotalCents'>): { dayCount: number; cents: Cents } | null {
  if (!startsOn || !endsOn || endsOn < startsOn) return null
  const days = dayCount(startsOn, endsOn)
  return { dayCount: days, cents: Math.round(amountTotalCents / days) }
}

/** Returns `less`, `more` or `same`, the branches of a text. */
export function directionOf(difference: number): 'less' | 'more' | 'same' {
  if (difference === 0) return 'same'
  return difference < 0 ? 'less' : 'more'
}

const barCount = 12

/** Returns the invoices to draw, oldest first: the last twelve with an amount due. */
export function selectBarInvoices<I extends HomeInvoice>(invoices: readonly I[]): I[] {
  const chargeable = invoices.filter(({ amountTotalCents }) => amountTotalCents > 0)
  return [...chargeable].sort((a, b) => (namedMonth(a) < namedMonth(b) ? -1 : 1)).slice(-barCount)
}

/** Returns how many energy periods a tariff has; null if it has none. */
export function periodCountOf(tariff: string): 3 | 6 | null {
  return isEnergyTariff(tariff) ? energyPeriodCount(tariff) : null
}

/**
 * Returns the position of a period on the price scale, which determines its colour and pattern: three periods take the
 * first, middle and last.
 */
export function pricePosition(period: Period, periodCount: 3 | 6): Period {
  return periodCount === 6 ? period : ([1, 3, 6] as const)[period - 1]!
}

const readingsDelayDays = 3

/**
 * Returns the days of the month with readings: the current month, or the previous one while the readings of the current
 * month are not available yet.
 */
export function readingsMonth(today: MarketDay): CurveRange {
  const start = firstOfMonth(addDays(today, -readingsDelayDays))
  const last = lastOfMonth(start)
  return { start, end: last < today ? last : today }
}

/**
 * Returns the days of a month with readings, from its first day. Null if there are none, or if the last day with data
 * is unknown.
 */
export function readDaysOf(month: CurveRange, dataUntil: MarketDay | null): CurveRange | null {
  if (!dataUntil || dataUntil < month.start) return null
  return { start: month.start, end: dataUntil < month.end ? dataUntil : month.end }
}

/**
 * The periods to compare the days of a month with: the same days a year before, when temperatures were similar, or
 * those of the month before.
 */
export const comparisonPeriods = ['year', 'month'] as const
export type ComparisonPeriod = (typeof comparisonPeriods)[number]

/** Returns the same days a year or a month before; the whole month if it has fewer. */
export function sameDaysBefore({ start, end }: CurveRange, ago: ComparisonPeriod): CurveRange {
  const months = ago === 'year' ? -12 : -1
  return { start: addMonths(start, months), end: addMonths(end, months) }
}

/** The electricity used in some days, as far as the meter reports it. */
export type ElectricityUse = {
  days: CurveRange
  usedWh: number | null
  missingHours: number
  dataFrom: MarketDay | null
}

// With more gaps than this, the known values say little about the whole.
const maxMissingShare = 0.05

/**
 * Returns the change in usage compared with the same time before, in whole percent; negative for a decrease. Only
 * measured hours count. Null if too few hours were measured, or if either usage is unknown.
 */
export function changeOfUsePercent(now: ElectricityUse, before: ElectricityUse): number | null {
  const [perHour, perHourBefore] = [whPerHour(now), whPerHour(before)]
  return perHour === null || !perHourBefore ? null : Math.round((perHour / perHourBefore - 1) * 100)
}

function whPerHour({ days, usedWh, missingHours, dataFrom }: ElectricityUse): number | null {
  const hours = countHours(days.start, days.end)
  if (usedWh === null || dataFrom === null || dataFrom > days.start) return null
  return missingHours > hours * maxMissingShare ? null : usedWh / (hours - missingHours)
}

/**
 * Returns which energy a customer uses; only electricity is measured by the hour. Electricity if any of the first
 * contracts is, gas if all contracts are. Undefined if there are no contracts, or further ones that are not known.
 */
export function usedEnergyOf(
  first: readonly { type: 'electricity' | 'gas' }[],
  total: number,
): 'electricity' | 'gas' | undefined {
  if (first.some(({ type }) => type === 'electricity')) return 'electricity'
  return first.length > 0 && first.length === total ? 'gas' : undefined
}

/** Returns the first name of a person, or the full name of a company. */
export function greetingName({ name, isCompany }: { name: string; isCompany: boolean }): string {
  return isCompany ? name : name.split(' ')[0]!
}

/** Capitalises a text that begins with the name of a month, which most languages write in lower case. */
export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns the sum of a contract's wallets. A wallet in which it has had two consecutive shares counts once. */
export function sumWalletCents(links: readonly { bateria: { id: number }; total_descompte: number }[]): Cents {
  const byWallet = new Map(links.map(({ bateria, total_descompte }) => [bateria.id, Math.round(total_descompte * 100)]))
  return [...byWallet.values()].reduce((sum, cents) => sum + cents, 0)
}

/**
 * Returns the next day within a week on which the price changes by the hour, for a day on which it does not. Null if
 * there is none.
 */
export function findNextChangingDay(tariff: string, day: MarketDay): { day: MarketDay; steps: PriceStep[] } | null {
  for (let ahead = 1; ahead <= 7; ahead++) {
    const next = addDays(day, ahead)
    const steps = priceStepsOf({ tariff, day: next })
    if (steps.length > 1) return { day: next, steps }
  }
  return null
}
