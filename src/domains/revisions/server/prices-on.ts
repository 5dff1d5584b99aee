import type { Database } from '#db/database.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { ProductPrices } from '../revision.ts'

type PricesQuery = { productId: number; tariff: string; day: MarketDay }

/** Returns the prices that a product has in a tariff on a day, or undefined where none are known. */
export async function findPricesOn(
  db: Database,
  { productId, tariff, day }: PricesQuery,
): Promise<ProductPrices | undefined> {
  const row = await db
    .selectFrom('product_price')
    .where('product_id', '=', productId)
    .where('tariff', '=', tariff)
    .where('valid_from', '<=', day)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .select('prices')
    .executeTakeFirst()
  return row?.prices as ProductPrices | undefined
}
