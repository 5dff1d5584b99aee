import type { BillMarket } from '#domains/offers/server/bill-market.ts'
import type { BillLine } from '#vocabulary/bill.ts'
import { type EnergyPrice, priceEnergy } from '#vocabulary/cost-hours.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { countHoursBetween, type MarketTimeZone } from '#vocabulary/market-time.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'

/** A bill by which days are priced. */
export type PricingBill = DayRange & {
  lines: readonly BillLine[]
  totalCents: number
  /** The market on its days, where each hour has the price of its own; null where it has that of its period. */
  market: BillMarket | null
}

/** The energy of a part of a day in one tariff period; null where it is not known. */
export type UsedInterval = {
  startsAt: string
  day: MarketDay
  hours: number
  /** Which of the intervals of its day it is, and of how many; null for a day that is not divided. */
  place: { index: number; count: number } | null
  period: Period | null
  importWh: number | null
}

/** What intervals cost in cents that are not rounded, each list with one value per interval. */
export type IntervalCosts = {
  starts: string[]
  energyCents: Map<Period | null, (number | null)[]>
  fixedCents: (number | null)[]
}

type DayPrice = Pick<PricingBill, 'market'> & { priceOf: EnergyPrice; fixedCentsPerHour: number }

/**
 * Returns what each interval cost by the bill of its day: its energy as `costHours` prices it, and its share by hours in
 * what does not follow the energy. Where a bill follows the market, the energy of a day without its prices has no cost. `keyOf` names the interval that a part of a day is added to.
 */
export function costIntervals(
  parts: readonly UsedInterval[],
  {
    bills,
    timeZone,
    keyOf,
  }: { bills: readonly PricingBill[]; timeZone: MarketTimeZone; keyOf: (part: UsedInterval) => string },
): IntervalCosts {
  const priceOn = createDayPrices(bills, timeZone)
  const starts = [...new Set(parts.map(keyOf))]
  const indexes = new Map(starts.map((start, index) => [start, index]))
  const empty = () => starts.map((): number | null => null)
  const energyCents = new Map([...new Set(parts.map(({ period }) => period))].map((period) => [period, empty()]))
  const fixedCents = empty()
  const counted = new Set<string>()
  for (const part of parts) {
    const price = priceOn(part.day)
    if (!price) continue
    const index = indexes.get(keyOf(part))!
    if (!counted.has(part.startsAt)) {
      counted.add(part.startsAt)
      fixedCents[index] = (fixedCents[index] ?? 0) + price.fixedCentsPerHour * part.hours
    }
    const unitCents = unitPriceOf(part, price)
    if (part.importWh === null || unitCents === undefined) continue
    const values = energyCents.get(part.period)!
    values[index] = (values[index] ?? 0) + (part.importWh / 1000) * unitCents
  }
  return { starts, energyCents, fixedCents }
}

function unitPriceOf({ day, period, place }: UsedInterval, { market, priceOf }: DayPrice): number | undefined {
  if (!market) return priceOf(period)
  if (!market.isPublishedOn(day)) return undefined
  const marketCents = place ? market.pricesOn(day, place.count)?.[place.index] : market.meanPriceOf(day, period)
  return priceOf(period, marketCents)
}

/** A later bill of the same days prices them. */
function createDayPrices(bills: readonly PricingBill[], timeZone: MarketTimeZone) {
  const priced = bills.map((bill): DayRange & DayPrice => {
    const { priceOf, energyCents } = priceEnergy(bill.lines, bill.market?.uses)
    const hours = countHoursBetween(bill.firstDay, bill.lastDay, timeZone)
    return { ...bill, priceOf, fixedCentsPerHour: (bill.totalCents - energyCents) / hours }
  })
  return (day: MarketDay): DayPrice | undefined =>
    priced.findLast(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)
}
