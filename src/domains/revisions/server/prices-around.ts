import type { Database } from '#db/database.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { ProductPrices } from '../revision.ts'

type PricesQuery = { productId: number; tariff: string; day: MarketDay }

/** The prices on the day before and on a day, and whether a price list begins that day. */
type PricesAround = { before: ProductPrices; after: ProductPrices; hasNewList: boolean }

/** Returns the prices of a product in a tariff around a day, or null where those before or those of the day are not known. */
export async function findPricesAround(
  db: Database,
  { productId, tariff, day }: PricesQuery,
): Promise<PricesAround | null> {
  const [last, previous] = await db
    .selectFrom('product_price')
    .where('product_id', '=', productId)
    .where('tariff', '=', tariff)
    .where('valid_from', '<=', day)
    .orderBy('valid_from', 'desc')
    .limit(2)
    .select(['valid_from', 'prices'])
    .execute()
  const hasNewList = last?.valid_from === day
  const before = hasNewList ? previous : last
  if (!last || !before) return null
  return { before: before.prices as ProductPrices, after: last.prices as ProductPrices, hasNewList }
}
