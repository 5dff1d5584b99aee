import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { WirePrices } from '../api.ts'
import { fromBilledPrices, type Prices, toBilledPrices } from '../rules.ts'
import type { Product } from './product-store.ts'

export type StoredPriceList = { tariff: string; validFrom: MarketDay; prices: Prices; version: number }

/** Returns the price list of a product that starts on a day. */
export async function findProductPrices(
  db: Database,
  { id, energy }: Pick<Product, 'id' | 'energy'>,
  { tariff, from }: { tariff: string; from: string },
): Promise<StoredPriceList | undefined> {
  const row = await selectPriceLists(db, { id, tariff }).where(sql`valid_from::text`, '=', from).executeTakeFirst()
  if (!row) return undefined
  const prices = fromBilledPrices(energy, row.prices as ElectricityPrices | GasPrices)
  return { tariff: row.tariff, validFrom: row.valid_from, prices, version: row.version }
}

/** Returns all price lists of a product in a tariff, oldest first. */
export async function findPriceHistory(
  db: Database,
  { id, energy }: Pick<Product, 'id' | 'energy'>,
  tariff: string,
): Promise<StoredPriceList[]> {
  const rows = await selectPriceLists(db, { id, tariff }).orderBy('valid_from').execute()
  return rows.map((row) => ({
    ...{ tariff: row.tariff, validFrom: row.valid_from, version: row.version },
    prices: fromBilledPrices(energy, row.prices as ElectricityPrices | GasPrices),
  }))
}

/** Returns the prices of a product in a tariff on a day, or undefined if there are none. */
export async function findPricesOn(
  db: Database,
  { id, energy }: Pick<Product, 'id' | 'energy'>,
  { tariff, day }: { tariff: string; day: MarketDay },
): Promise<Prices | undefined> {
  const row = await selectPriceLists(db, { id, tariff })
    .where('valid_from', '<=', day)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && fromBilledPrices(energy, row.prices as ElectricityPrices | GasPrices)
}

function selectPriceLists(db: Database, { id, tariff }: { id: number; tariff: string }) {
  return db
    .selectFrom('product_price')
    .where('product_id', '=', id)
    .where('tariff', '=', tariff)
    .select(['tariff', 'valid_from', 'prices', 'version'])
}

type NewPriceList = { tariff: string; validFrom: MarketDay; prices: Prices }

/** Adds a price list. Returns false if one already starts on that day. */
export async function insertPriceList(
  db: Database,
  { id, energy }: Pick<Product, 'id' | 'energy'>,
  { tariff, validFrom, prices }: NewPriceList,
): Promise<boolean> {
  const added = await db
    .insertInto('product_price')
    .values({ product_id: id, tariff, valid_from: validFrom, prices: JSON.stringify(toBilledPrices(energy, prices)) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  return added !== undefined
}

/** Deletes a price list if its version still matches. Returns false on a conflict. */
export async function deletePriceList(
  db: Database,
  { id }: Pick<Product, 'id'>,
  { tariff, validFrom, version }: Pick<StoredPriceList, 'tariff' | 'validFrom' | 'version'>,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('product_price')
    .where('product_id', '=', id)
    .where('tariff', '=', tariff)
    .where('valid_from', '=', validFrom)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Updates a price list if its version still matches. Returns the new version, or undefined on a conflict. */
export async function updatePriceList(
  db: Database,
  { id, energy }: Pick<Product, 'id' | 'energy'>,
  { tariff, validFrom, version }: Pick<StoredPriceList, 'tariff' | 'validFrom' | 'version'>,
  to: Pick<NewPriceList, 'validFrom' | 'prices'>,
): Promise<number | undefined> {
  const changed = await db
    .updateTable('product_price')
    .set({
      valid_from: to.validFrom,
      prices: JSON.stringify(toBilledPrices(energy, to.prices)),
      version: version + 1,
    })
    .where('product_id', '=', id)
    .where('tariff', '=', tariff)
    .where('valid_from', '=', validFrom)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  return changed?.version
}

/** Converts prices to the API format. */
export function toWirePrices({ standing, energy, surplus, standingDiscount, energyDiscount }: Prices): WirePrices {
  return {
    ...{ standing: [...standing], energy: [...energy], surplus },
    ...{ standing_discount: standingDiscount, energy_discount: energyDiscount },
  }
}

/** Converts prices from the API format. */
export function fromWirePrices({ standing_discount, energy_discount, ...prices }: WirePrices): Prices {
  return { ...prices, standingDiscount: standing_discount, energyDiscount: energy_discount }
}
