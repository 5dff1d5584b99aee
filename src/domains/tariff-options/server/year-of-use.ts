import type { Database } from '#db/database.ts'
import { findContractPoint, findDataSpan, readDays } from '#domains/consumption/server/curve-queries.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { type Decimal, lessPercent } from '#vocabulary/decimal.ts'
import { energyPeriodAt } from '#vocabulary/tariff-periods.ts'
import { type PriceOf, type UsedHour, usedHours } from '../saving.ts'
import type { OfferedOption } from './store.ts'

const daysOfYear = 365

export type YearOfUse = { hours: UsedHour[]; priceOf: PriceOf }

/** What a contract used in the last year of which its meter tells, hour by hour, and what its product charged for each. */
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
    hours: usedHours(days, timeZone),
    priceOf: ({ day, hour }) => {
      const terms = termsOn(day)
      const inForce = prices.find(({ validFrom, tariff }) => tariff === terms.tariff && validFrom <= day)
      return inForce?.eurPerKwh[energyPeriodAt({ ...terms, day, hour }) - 1] ?? null
    },
  }
}

type DatedPrices = { tariff: string; validFrom: MarketDay; eurPerKwh: Decimal[] }

/** The energy prices of a product by tariff and period with what it always takes off them, the latest first. */
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
    const eurPerKwh = energyEurPerKwh.map((price) => lessPercent(price, discounts.energy ?? '0'))
    return { tariff, validFrom: valid_from, eurPerKwh }
  })
}
