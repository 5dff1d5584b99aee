import type { Database } from '#db/database.ts'
import {
  storeProductPriceRows,
  storeProductRows,
  storeTariffOptionRows,
} from '#domains/offers/server/store-products.ts'
import type { ProductItem } from './contracts-file.ts'
import { findProductIds, productKey } from './find-known.ts'
import type { ImportEntry, WriteCounts } from './report.ts'

/**
 * Stores products by energy and name, their prices by tariff and first day, and their tariff options by kind and first
 * day. No price and no option is removed.
 */
export async function storeProducts(db: Database, entries: readonly ImportEntry<ProductItem>[]): Promise<WriteCounts> {
  const products = await storeProductRows(
    db,
    entries.map(({ item }) => ({ energy: item.energy, name: item.name, commercial_name: item.commercialName })),
  )
  const ids = await findProductIds(db)
  const prices = await storeProductPriceRows(
    db,
    entries.flatMap(({ item }) => buildPriceRows(item, ids.get(productKey(item))!)),
  )
  const options = await storeTariffOptionRows(
    db,
    entries.flatMap(({ item }) => buildOptionRows(item, ids.get(productKey(item))!)),
  )
  const idOf = (product: { energy: string; name: string }) => ids.get(productKey(product))!
  const created = new Set(products.filter(({ isNew }) => isNew).map(idOf))
  const written = new Set([...products.map(idOf), ...[...prices, ...options].map(({ product_id }) => product_id)])
  return { created: created.size, updated: written.size - created.size }
}

function buildPriceRows({ prices }: ProductItem, productId: number) {
  return prices.map(({ tariff, validFrom, ...terms }) => ({
    product_id: productId,
    tariff,
    valid_from: validFrom,
    prices: terms as object as never,
  }))
}

function buildOptionRows(item: ProductItem, productId: number) {
  if (item.energy === 'gas') return []
  return item.options.map(({ kind, validFrom, discountPercent, unitCount, takesEffect }) => ({
    product_id: productId,
    kind,
    valid_from: validFrom,
    discount_percent: discountPercent,
    unit_count: unitCount,
    takes_effect: takesEffect,
  }))
}
