import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { MarketDay } from '#vocabulary/day.ts'

type Of = {
  /** The columns of the query around it that tell product and tariff, or the tariff itself. */
  product: 'offer.product_id' | 'contract.product_id'
  tariff: 'contract.tariff' | { name: string }
  day: MarketDay | RawBuilder<MarketDay>
}

/** What a product costs in a tariff by the prices in force on a day: at most one row, to be joined laterally. */
export function pricesInForce(db: Database, { product, tariff, day }: Of) {
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
