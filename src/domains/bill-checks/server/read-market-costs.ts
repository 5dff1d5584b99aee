import type { Database } from '#db/database.ts'
import type { StoredDay } from '#domains/consumption/curve.ts'
import { readDays } from '#domains/consumption/server/curve/curve-queries.ts'
import { type MarketPrices, marketCostOf } from '#domains/offers/server/market-cost.ts'
import { findSpotPrices } from '#domains/offers/server/spot-price-store.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import { dayCount } from '#vocabulary/day.ts'
import { energyTariffs } from '#vocabulary/tariff-periods.ts'
import type { MeteredSpan, StoredBillFacts } from './check/bill-facts.ts'
import { splitByTerms } from './check/terms-on.ts'

type MeteredBill = { supplyPointId: number; facts: StoredBillFacts; metered: MeteredSpan[] }

/**
 * Returns the metered spans of each bill, with what their energy cost at the market where the contract follows it: one
 * statement for the prices, and one for the hours of each such bill.
 */
export async function readMarketCosts(db: Database, bills: readonly MeteredBill[]): Promise<MeteredSpan[][]> {
  const priced = bills.filter(({ facts, metered }) => facts.contract.followsMarket && metered.length > 0)
  if (priced.length === 0) return bills.map(({ metered }) => metered)
  const prices = await findSpotPrices(db, {
    firstDay: priced.map(({ facts }) => facts.bill.firstDay).sort()[0]!,
    lastDay: priced
      .map(({ facts }) => facts.bill.lastDay)
      .sort()
      .at(-1)!,
  })
  const spans: MeteredSpan[][] = []
  for (const bill of bills) spans.push(priced.includes(bill) ? await priceSpans(db, bill, prices) : bill.metered)
  return spans
}

async function priceSpans(
  db: Database,
  { supplyPointId, facts, metered }: MeteredBill,
  prices: MarketPrices,
): Promise<MeteredSpan[]> {
  const range = { start: facts.bill.firstDay, end: facts.bill.lastDay }
  const days = await readDays(db, { point: { supplyPointId, visibleRange: range }, range })
  return metered.map((span) => ({ ...span, marketEur: sumMarketCost(span, days, { facts, prices }) }))
}

/** Null where the prices of a day, or the tariff, are not known. */
function sumMarketCost(
  span: DayRange,
  days: readonly StoredDay[],
  { facts, prices }: { facts: StoredBillFacts; prices: MarketPrices },
): number[] | null {
  const [terms] = splitByTerms(facts, span)
  const tariff = energyTariffs.find((name) => name === terms?.tariff)
  const own = days.filter(({ day }) => span.firstDay <= day && day <= span.lastDay)
  if (!tariff || own.length < dayCount(span.firstDay, span.lastDay)) return null
  const costs = own.map((day) => marketCostOf(day, prices, { tariff, zone: facts.zone }))
  const known = costs.filter((cost) => cost !== undefined)
  if (known.length < costs.length) return null
  return known.reduce((sums, cost) => sums.map((eur, index) => eur + cost[index]!))
}
