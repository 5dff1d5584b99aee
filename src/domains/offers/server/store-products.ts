import type { Insertable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { upsertRows } from '#kit/server/bulk-rows.ts'

/** Stores imported distributors by their code. Returns those that were created or changed. */
export function storeDistributorRows(db: Database, rows: readonly Insertable<DB['distributor']>[]) {
  return upsertRows(db, { table: 'distributor', key: ['ree_code'], rows, isVersioned: true })
}

/** Stores imported products by energy and name. Returns those that were created or changed. */
export function storeProductRows(db: Database, rows: readonly Insertable<DB['product']>[]) {
  return upsertRows(db, { table: 'product', key: ['energy', 'name'], rows, isVersioned: true })
}

/** Stores imported prices of products by tariff and first day. Returns those that were created or changed. */
export function storeProductPriceRows(db: Database, rows: readonly Insertable<DB['product_price']>[]) {
  return upsertRows(db, {
    table: 'product_price',
    key: ['product_id', 'tariff', 'valid_from'],
    rows,
    isVersioned: true,
  })
}

/** Stores imported tariff options of products by kind and first day. Returns those that were created or changed. */
export function storeTariffOptionRows(db: Database, rows: readonly Insertable<DB['tariff_option']>[]) {
  return upsertRows(db, { table: 'tariff_option', key: ['product_id', 'kind', 'valid_from'], rows })
}
