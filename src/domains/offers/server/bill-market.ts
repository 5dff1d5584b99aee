import type { Database } from '#db/database.ts'
import type { StoredDay } from '#domains/consumption/curve.ts'
import { type ContractPoint, readDays } from '#domains/consumption/server/curve/curve-queries.ts'
import { computeDayTotals } from '#domains/consumption/server/totals/day-totals.ts'
import type { SupplyTerms } from '#domains/consumption/supply-terms.ts'
import type { MarketUse } from '#vocabulary/cost-hours.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import { daysFrom, type MarketDay } from '#vocabulary/day.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import { eurPerKwh, type MarketPrices, marketCostOf, marketPricesOn } from './market-cost.ts'
import { findSpotPrices } from './spot-price-store.ts'

/** The market on the days of a bill. Its prices are in cents per kWh. */
export type BillMarket = {
  /** What the energy of the bill cost at the market, by day and tariff period. */
  uses: MarketUse[]
  /** Whether the prices of a day are published. */
  isPublishedOn(day: MarketDay): boolean
  /** Returns the mean price of a period on a day, by its energy; undefined where it is not known, or nothing was used. */
  meanPriceOf(day: MarketDay, period: Period | null): number | undefined
  /** Returns the prices of the `count` intervals of a day, each by the energy within it. */
  pricesOn(day: MarketDay, count: number): readonly number[] | undefined
}

/** Reads the market on the days of a bill. */
async function readBillMarket(db: Database, point: ContractPoint, range: DayRange): Promise<BillMarket> {
  const [prices, days] = await Promise.all([
    findSpotPrices(db, range),
    readDays(db, { point, range: { start: range.firstDay, end: range.lastDay } }),
  ])
  return createBillMarket(days, prices, point)
}

/** Reads the market of a bill that was made; null unless the prices of all its days are published. */
export async function readWholeMarket(db: Database, point: ContractPoint, range: DayRange): Promise<BillMarket | null> {
  const market = await readBillMarket(db, point, range)
  return daysFrom(range.firstDay, range.lastDay).every(market.isPublishedOn) ? market : null
}

/** Returns the market on some measured days. */
export function createBillMarket(
  days: readonly StoredDay[],
  prices: MarketPrices,
  { termsOn, timeZone }: Pick<ContractPoint, 'termsOn' | 'timeZone'>,
): BillMarket {
  const byDay = new Map(days.map((day) => [day.day, { values: day, uses: usesOf(day, prices, termsOn(day.day)) }]))
  return {
    uses: [...byDay.values()].flatMap(({ uses }) => uses),
    isPublishedOn: (day) => prices.has(day),
    meanPriceOf(day, period) {
      const use = byDay.get(day)?.uses.find((each) => each.period === period)
      return use && use.energyWh > 0 ? (use.marketCents / use.energyWh) * 1000 : undefined
    },
    pricesOn(day, count) {
      const importWh = byDay.get(day)?.values.importWh ?? []
      // Values finer than the intervals give each the mean of its own.
      const size = Math.max(1, importWh.length / count)
      const spot = marketPricesOn(day, prices, { count: count * size, timeZone })?.map(centsPerKwh)
      return spot && Array.from({ length: count }, (_, index) => meanOf(index * size, size, { spot, importWh }))
    },
  }
}

function usesOf(day: StoredDay, prices: MarketPrices, terms: SupplyTerms): MarketUse[] {
  const market = marketCostOf(day, prices, terms)
  if (!market) return []
  return computeDayTotals(day, terms).importPeriodWh.map((energyWh, index) => ({
    ...{ period: (index + 1) as Period, energyWh, marketCents: market[index]! * 100 },
  }))
}

type Values = { spot: readonly number[]; importWh: readonly (number | null)[] }

/** Returns the mean of some prices, by the energy of their intervals where they have any. */
function meanOf(from: number, size: number, { spot, importWh }: Values): number {
  const indexes = Array.from({ length: size }, (_, index) => from + index)
  const weights = indexes.map((index) => importWh[index] ?? 0)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const weightOf = (index: number) => (sum > 0 ? weights[index]! / sum : 1 / size)
  return indexes.reduce((total, at, index) => total + spot[at]! * weightOf(index), 0)
}

function centsPerKwh(centsPerMwh: number): number {
  return eurPerKwh(centsPerMwh) * 100
}
