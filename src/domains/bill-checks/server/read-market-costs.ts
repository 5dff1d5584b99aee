import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { StoredDay } from '#domains/consumption/curve.ts'
import { mergeDays, storedDayColumns } from '#domains/consumption/server/curve/curve-queries.ts'
import { type MarketPrices, marketCostOf } from '#domains/offers/server/market-cost.ts'
import { findSpotPrices } from '#domains/offers/server/spot-price-store.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import { dayCount } from '#vocabulary/day.ts'
import { energyTariffs } from '#vocabulary/tariff-periods.ts'
import type { MeteredSpan, StoredBillFacts } from './check/bill-facts.ts'
import { splitByTerms } from './check/terms-on.ts'
import { spanCurves } from './span-rows.ts'

type MeteredBill = { supplyPointId: number; facts: StoredBillFacts; metered: MeteredSpan[] }

/**
 * Returns the metered spans of each bill, with what their energy cost at the market where the contract follows it: one
 * statement for the prices, and one for the hours of all such bills.
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
  const days = await readCurves(db, priced)
  return bills.map((bill) => {
    const own = days.get(bill)
    if (!own) return bill.metered
    return bill.metered.map((span) => ({
      ...span,
      marketEur: sumMarketCost(span, own, { facts: bill.facts, prices }),
    }))
  })
}

/** Returns the curves of the days of each bill. */
async function readCurves(db: Database, bills: readonly MeteredBill[]): Promise<Map<MeteredBill, StoredDay[]>> {
  const spans = bills.map(({ supplyPointId, facts: { bill } }) => ({
    ...{ supplyPointId, firstDay: bill.firstDay, lastDay: bill.lastDay },
  }))
  const { rows } = await sql<StoredDay & { place: number }>`
    select place, ${storedDayColumns} from ${spanCurves(spans)} order by place, day`.execute(db)
  const byBill = Map.groupBy(rows, ({ place }) => bills[place]!)
  return new Map(bills.map((bill) => [bill, mergeDays(byBill.get(bill) ?? [])]))
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
