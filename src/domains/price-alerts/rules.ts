import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { type Decimal, parseExactUnits } from '#vocabulary/decimal.ts'
import { parseUnsignedDecimal } from '#vocabulary/number-input.ts'

/** How a price is compared with the limit of an alert (specification, point 9). */
export const limitTypes = ['<', '>', '=='] as const
export type LimitType = (typeof limitTypes)[number]

/** Futures prices have steps of one cent per MWh. */
export const priceDecimals = 2
/** Above any price that an electricity contract has had, in €/MWh. */
export const maxPrice = 10_000
/** More alerts than one person can follow. */
export const maxAlerts = 50

/** Checks whether a price meets the limit of an alert, both in €/MWh. */
export function isMet(type: LimitType, price: Decimal, limit: Decimal): boolean {
  const difference = centsOf(price) - centsOf(limit)
  if (type === '<') return difference < 0
  if (type === '>') return difference > 0
  return difference === 0
}

/** Checks whether the owner of an alert is notified: the price meets its limit now, and did not before. */
export function isCrossing({ wasMet, isMet }: { wasMet: boolean; isMet: boolean }): boolean {
  return isMet && !wasMet
}

/** Converts a price in €/MWh to cents per MWh. @throws if it has more decimals than prices have. */
export function centsOf(price: Decimal): number {
  const cents = parseExactUnits(price, priceDecimals)
  if (cents === null) throw new RangeError(`Not a price of a future: ${price}`)
  return cents
}

/** Parses a limit in €/MWh as typed in a language. Returns null for anything that is not one. */
export function parseLimit(text: string, locale: string): number | null {
  const euros = parseUnsignedDecimal(text, { locale, decimals: priceDecimals })
  const cents = euros === null ? null : parseExactUnits(euros, priceDecimals)
  return cents === null || cents > maxPrice * 100 ? null : cents / 100
}

/** Checks whether a contract is no longer traded, so that its price does not change. */
export function isExpired(lastTradingDay: MarketDay, today: MarketDay): boolean {
  return lastTradingDay < today
}

/** The parts of a contract name: what is traded, and which days are delivered. */
export type FuturesContract = { name: string; instrument: string; deliveryFrom: MarketDay; deliveryUntil: MarketDay }

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * Parses the market name of a contract: `FTB M Jan-27`, `FTB Q1-27`, `FTB YR-27`, `FTB Wk48-26` (a calendar week, from
 * Monday) or `FTB D Mo23Nov-26`. Returns null for anything else.
 */
export function parseContractName(text: string): FuturesContract | null {
  const name = text.trim().replace(/\s+/g, ' ')
  const [, instrument, period] = /^([A-Z]{3}) (.+)$/.exec(name) ?? []
  const delivery = period && parseDelivery(period)
  return instrument && delivery ? { name, instrument, deliveryFrom: delivery[0], deliveryUntil: delivery[1] } : null
}

function parseDelivery(period: string): [from: MarketDay, until: MarketDay] | null {
  const [, month, monthYear] = /^M ([A-Z][a-z]{2})-(\d\d)$/.exec(period) ?? []
  if (month && monthYear) return months.includes(month) ? monthsOf(monthYear, months.indexOf(month), 1) : null
  const [, quarter, quarterYear] = /^Q([1-4])-(\d\d)$/.exec(period) ?? []
  if (quarter && quarterYear) return monthsOf(quarterYear, (Number(quarter) - 1) * 3, 3)
  const [, year] = /^YR-(\d\d)$/.exec(period) ?? []
  if (year) return monthsOf(year, 0, 12)
  const [, week, weekYear] = /^Wk(\d\d)-(\d\d)$/.exec(period) ?? []
  if (week && weekYear) return weekOf(Number(week), weekYear)
  const [, day, dayMonth, dayYear] = /^D [A-Z][a-z](\d\d)([A-Z][a-z]{2})-(\d\d)$/.exec(period) ?? []
  return day && dayMonth && dayYear ? singleDay(Number(day), months.indexOf(dayMonth), dayYear) : null
}

function monthsOf(year: string, first: number, count: number): [MarketDay, MarketDay] {
  return [dayAt(year, first, 1), dayAt(year, first + count, 0)]
}

function weekOf(week: number, year: string): [MarketDay, MarketDay] | null {
  // 4 January is always in the first week (ISO 8601).
  const fourth = dayAt(year, 0, 4)
  const monday = addDays(fourth, -((new Date(fourth).getUTCDay() + 6) % 7) + (week - 1) * 7)
  // A week belongs to the year of its Thursday.
  return addDays(monday, 3).slice(2, 4) === year ? [monday, addDays(monday, 6)] : null
}

function singleDay(day: number, month: number, year: string): [MarketDay, MarketDay] | null {
  const date = dayAt(year, month, day)
  return month >= 0 && Number(date.slice(8)) === day ? [date, date] : null
}

function dayAt(year: string, month: number, day: number): MarketDay {
  return new Date(Date.UTC(2000 + Number(year), month, day)).toISOString().slice(0, 10)
}
