import type { Database } from '#db/database.ts'
import { findContractPoint, findDataSpan, readDays } from '#domains/consumption/server/curve-queries.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { type Decimal, subtractPercent } from '#vocabulary/decimal.ts'
import { energyPeriodAt } from '#vocabulary/tariff-periods.ts'
import { listUsedHours, type PriceOf, type UsedHour } from '../saving.ts'
import type { OfferedOption } from './store.ts'

const daysOfYear = 365

export type YearOfUse = { hours: UsedHour[]; priceOf: PriceOf }

/** Returns the hourly usage of a contract in the last measured year, and what its product charged for each hour. */
export async function readYearOfUse(
  db: Database,
  {
    customerId,
    contractId,
    productId,
    now,
  }: Pick<OfferedOption, 'customerId' | 'contractId' | 'productId'> & { now: Date },
): Promise<YearOfUse> {
  const point = await findContractPoint(db, { customerIds: [customerId], contractId })
  const span = point && (await findDataSpan(db, point, now))
  if (!point?.tariff || !span) return { hours: [], priceOf: () => null }
  const { timeZone, termsOn } = point
  const range = { start: addDays(span.end, 1 - daysOfYear), end: span.end }
  const [days, prices] = await Promise.all([
    readDays(db, { point, range }),
    readPrices(db, { productId, until: span.end }),
  ])
  return {
    hours: listUsedHours(days, timeZone),
    priceOf: ({ day, hour }) => {
      const terms = termsOn(day)
      const inForce = prices.find(({ validFrom, tariff }) => tariff === terms.tariff && validFrom <= day)
      return inForce?.eurPerKwh[energyPeriodAt({ ...terms, day, hour }) - 1] ?? null
    },
  }
}

type DatedPrices = { tariff: string; validFrom: MarketDay; eurPerKwh: Decimal[] }

/** Returns the energy prices of a product by tariff and period with its permanent discounts, latest first. */
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
