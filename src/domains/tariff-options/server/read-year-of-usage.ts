import type { Database } from '#db/database.ts'
import { findContractPoint, findDataSpan, readDays } from '#domains/consumption/server/curve/curve-queries.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { type Decimal, subtractPercent } from '#vocabulary/decimal.ts'
import { energyPeriodAt } from '#vocabulary/tariff-periods.ts'
import { usageDays } from '../rules.ts'
import type { PriceOf } from '../saving.ts'
import { type HourlyUsage, listHourlyUsage } from '../usage.ts'
import type { OfferedOption } from './store.ts'

export type YearOfUsage = { hours: HourlyUsage[]; priceOf: PriceOf }

/**
 * Returns the hourly usage of a contract in the 365 days up to the last measured one, and the price of its present
 * product for each hour. Without measurements, there are no hours.
 */
export async function readYearOfUsage(
  db: Database,
  {
    customerId,
    contractId,
    productId,
    now,
  }: Pick<OfferedOption, 'customerId' | 'contractId' | 'productId'> & { now: Date },
): Promise<YearOfUsage> {
  const point = await findContractPoint(db, { customerIds: [customerId], contractId })
  const span = point && (await findDataSpan(db, point, now))
  if (!point?.tariff || !span) return { hours: [], priceOf: () => null }
  const { timeZone, termsOn } = point
  const range = { start: addDays(span.end, 1 - usageDays), end: span.end }
  const [days, prices] = await Promise.all([
    readDays(db, { point, range }),
    readPrices(db, { productId, until: span.end }),
  ])
  return {
    hours: listHourlyUsage(days, timeZone),
    priceOf: ({ day, hour }) => {
      const terms = termsOn(day)
      const inForce = prices.find(({ validFrom, tariff }) => tariff === terms.tariff && validFrom <= day)
      return inForce?.eurPerKwh[energyPeriodAt({ ...terms, day, hour }) - 1] ?? null
    },
  }
}

type DatedPrices = { tariff: string; validFrom: MarketDay; eurPerKwh: Decimal[] }

/** Returns the energy prices of a product in EUR/kWh, less its permanent discounts: by tariff and period, latest first. */
async function readPrices(
  db: Database,
  { productId, until }: { productId: number; until: MarketDay },
): Promise<DatedPrices[]> {
  const rows = await db
    .selectFrom('product_price')
    .where('product_id', '=', productId)
    .where('valid_from', '<=', until)
    .orderBy('valid_from', 'desc')
    .select(['tariff', 'valid_from', 'prices'])
    .execute()
  return rows.map(({ tariff, valid_from, prices }) => {
    const { energyEurPerKwh, discounts } = prices as unknown as ElectricityPrices
    const eurPerKwh = energyEurPerKwh.map((price) => subtractPercent(price, discounts.energy ?? '0'))
    return { tariff, validFrom: valid_from, eurPerKwh }
  })
}
