import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { containsText, findPage, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { ListedProduct, PriceList, ProductDetails, WirePrices } from '../api.ts'
import {
  type Energy,
  fromBilledPrices,
  type Prices,
  type ProductFilter,
  priceListStatusOf,
  saleStateOf,
  toBilledPrices,
} from '../rules.ts'

export type Product = {
  id: number
  energy: Energy
  name: string
  commercial_name: string | null
  is_archived: boolean
  version: number
  from_day: MarketDay | null
  to_day: MarketDay | null
}

type ProductWithPriceLists = Omit<ProductDetails, 'waiting_approvals'>

type ProductQuery = PageRange & {
  q: string
  energy?: Energy | undefined
  show: ProductFilter
  today: MarketDay
}

/** Returns a page of products, electricity before gas, in display order. */
export async function findProducts(
  db: Database,
  { q, energy, show, today, ...range }: ProductQuery,
): Promise<ResultPage<ListedProduct>> {
  const isShown = sql`case ${show}::text
    when 'archived' then is_archived
    when 'current' then not is_archived
    when 'on_sale' then not is_archived and from_day <= ${today} and (to_day is null or to_day > ${today})
    else true end`
  const selection = {
    columns: sql`product.product_id as id, energy, name, commercial_name, is_archived, product.version, from_day, to_day,
      array(select distinct tariff from product_price price where price.product_id = product.product_id
        and valid_from <= ${today} order by tariff) as tariffs,
      (select min(valid_from) from product_price price where price.product_id = product.product_id
        and valid_from > ${today})::text as next_prices_from`,
    from: sql`product left join offer using (product_id)`,
    where: [
      ...(energy ? [sql`energy = ${energy}`] : []),
      containsText(sql`name || ' ' || coalesce(commercial_name, '')`, q),
      isShown,
    ],
    orderBy: sql`energy, position nulls last, name, id`,
  }
  type ListedRow = Product & { tariffs: string[]; next_prices_from: string | null }
  const { items, total } = await findPage<ListedRow>(db, selection, range)
  return {
    total,
    items: items.map((row) => ({
      ...{ id: row.id, energy: row.energy, name: row.name, commercial_name: row.commercial_name },
      ...{ tariffs: row.tariffs, next_prices_from: row.next_prices_from, sale: saleStateOn(row, today) },
    })),
  }
}

/** Returns a product by the id from a URL. */
export async function findProduct(db: Database, id: string): Promise<Product | undefined> {
  return db
    .selectFrom('product')
    .leftJoin('offer', 'offer.product_id', 'product.product_id')
    .where(sql`product.product_id::text`, '=', id)
    .select(['product.product_id as id', 'name', 'commercial_name', 'is_archived', 'version', 'from_day', 'to_day'])
    .select(sql<Energy>`energy`.as('energy'))
    .executeTakeFirst()
}

/** Returns all data of a product that its page shows. */
export async function findProductDetails(
  db: Database,
  product: Product,
  today: MarketDay,
): Promise<ProductWithPriceLists> {
  const { id, energy, name, commercial_name, is_archived, version } = product
  const offer = await db
    .selectFrom('offer')
    .where('product_id', '=', id)
    .select(['descriptions', 'link', 'with_self_consumption', 'position', 'from_day', 'to_day'])
    .executeTakeFirst()
  const campaigns = await db
    .selectFrom('campaign')
    .where('product_id', '=', id)
    .orderBy('campaign_id')
    .select(['campaign_id as id', sql<string>`names ->> 'es'`.as('name')])
    .execute()
  return {
    ...{ id, energy, name, commercial_name, is_archived, version, today },
    sale: saleStateOn(product, today),
    offer: offer ? { ...offer, descriptions: offer.descriptions as Record<string, string> } : null,
    opened_by: campaigns,
    price_lists: await findPriceLists(db, product, today),
  }
}

/** Returns all price lists of a product: by tariff, planned ones first, then the current one, then past ones. */
async function findPriceLists(db: Database, { id, energy }: Product, today: MarketDay): Promise<PriceList[]> {
  const { rows } = await sql<{ tariff: string; from: string; to: string | null; prices: unknown; version: number }>`
    select tariff, valid_from::text as from, prices, version,
      (lead(valid_from) over (partition by tariff order by valid_from))::text as to
    from product_price where product_id = ${id} order by tariff, valid_from desc`.execute(db)
  return rows.map(({ tariff, from, to, prices, version }) => ({
    ...{ tariff, valid_from: from, valid_to: to, version },
    standing: priceListStatusOf({ validFrom: from, validTo: to }, today),
    prices: toWirePrices(fromBilledPrices(energy, prices as ElectricityPrices | GasPrices)),
  }))
}

function saleStateOn({ is_archived, from_day, to_day }: Product, today: MarketDay) {
  return saleStateOf(
    { isArchived: is_archived, sale: from_day === null ? null : { fromDay: from_day, toDay: to_day } },
    today,
  )
}

type ProductNames = { energy: Energy; name: string; commercial_name: string | null }

/** Adds a product. Returns undefined if the name is taken. */
export async function insertProduct(db: Database, product: ProductNames): Promise<number | undefined> {
  const added = await db
    .insertInto('product')
    .values(product)
    .onConflict((conflict) => conflict.columns(['energy', 'name']).doNothing())
    .returning('product_id as id')
    .executeTakeFirst()
  return added?.id
}

type SeenProduct = { id: number; version: number }

/** Updates a product if its version still matches. Returns the new version, or undefined on a conflict. */
export async function updateProduct(
  db: Database,
  { id, version }: SeenProduct,
  change: { commercial_name?: string | null; is_archived?: boolean },
): Promise<number | undefined> {
  const changed = await db
    .updateTable('product')
    .set({ ...change, version: version + 1 })
    .where('product_id', '=', id)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  return changed?.version
}

type OfferRow = {
  descriptions: object
  link: string | null
  with_self_consumption: boolean | null
  position: number
  from_day: MarketDay
  to_day: MarketDay | null
}

/** Saves the offer of a product; null removes it. */
export async function saveOffer(db: Database, productId: number, offer: OfferRow | null) {
  if (offer === null) {
    await db.deleteFrom('offer').where('product_id', '=', productId).execute()
    return
  }
  const row = { ...offer, descriptions: JSON.stringify(offer.descriptions) }
  await db
    .insertInto('offer')
    .values({ product_id: productId, ...row })
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet(row))
    .execute()
}

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
