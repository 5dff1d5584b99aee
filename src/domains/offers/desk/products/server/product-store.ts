import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { containsText, findPage, type PageRange, type ResultPage } from '#kit/backoffice/server/find-page.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { ListedProduct, PriceList, ProductDetails } from '../api.ts'
import { type Energy, fromBilledPrices, type ProductFilter, priceListStatusOf, saleStateOf } from '../rules.ts'
import { toWirePrices } from './price-list-store.ts'

export type Product = {
  id: number
  energy: Energy
  name: string
  commercial_name: string | null
  is_archived: boolean
  is_dynamic: boolean
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
    .select(['product.product_id as id', 'name', 'commercial_name', 'is_archived', 'is_dynamic'])
    .select(['version', 'from_day', 'to_day'])
    .select(sql<Energy>`energy`.as('energy'))
    .executeTakeFirst()
}

/** Returns all data of a product that its page shows. */
export async function findProductDetails(
  db: Database,
  product: Product,
  today: MarketDay,
): Promise<ProductWithPriceLists> {
  const { id, energy, name, commercial_name, is_archived, is_dynamic, version } = product
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
    ...{ id, energy, name, commercial_name, is_archived, is_dynamic, version, today },
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
  change: { commercial_name?: string | null; is_archived?: boolean; is_dynamic?: boolean },
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
