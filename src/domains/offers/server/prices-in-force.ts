import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { MarketDay } from '#vocabulary/day.ts'

type PricesInForceInput = {
  /** The columns of the outer query with the product and the tariff, or the tariff itself. */
  product: 'offer.product_id' | 'contract.product_id'
  tariff: 'contract.tariff' | { name: string }
  day: MarketDay | RawBuilder<MarketDay>
}

/** Selects the prices of a product in a tariff in force on a day: at most one row, for a lateral join. */
export function selectPricesInForce(db: Database, { product, tariff, day }: PricesInForceInput) {
  return db
    .selectFrom('product_price')
    .where('product_price.product_id', '=', sql.ref<number>(product))
    .where('product_price.tariff', '=', typeof tariff === 'string' ? sql.ref<string>(tariff) : tariff.name)
    .where('valid_from', '<=', day)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .select(['valid_from', 'prices'])
    .as('price')
}
