import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { ListedProduct, PriceList, ReadProduct, WirePrices } from '../api.ts'
import {
  billedPrices,
  type Energy,
  type Prices,
  type ProductFilter,
  pricesOfBill,
  saleOf,
  standingOf,
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

type ProductFacts = Omit<ReadProduct, 'waiting_approvals'>

type Asked = {
  q: string
  energy?: Energy | undefined
  show: ProductFilter
  offset: number
  limit: number
  today: MarketDay
}

/** A page of the products, light before gas, in the order in which they are offered. */
export async function productsOf(
  db: Database,
  { q, energy, show, offset, limit, today }: Asked,
): Promise<{ items: ListedProduct[]; total: number }> {
  const { rows } = await sql<Product & { tariffs: string[]; next_prices_from: string | null; total: number }>`
    select product.product_id as id, energy, name, commercial_name, is_archived, product.version, from_day, to_day,
      count(*) over ()::integer as total,
      array(select distinct tariff from product_price price where price.product_id = product.product_id
        and valid_from <= ${today} order by tariff) as tariffs,
      (select min(valid_from) from product_price price where price.product_id = product.product_id
        and valid_from > ${today})::text as next_prices_from
    from product left join offer using (product_id)
    where (${energy ?? null}::text is null or energy = ${energy ?? null})
      and (${q} = '' or strpos(lower(name || ' ' || coalesce(commercial_name, '')), ${q.toLowerCase()}) > 0)
      and case ${show}::text
        when 'archived' then is_archived
        when 'current' then not is_archived
        when 'on_sale' then not is_archived and from_day <= ${today} and (to_day is null or to_day > ${today})
        else true end
    order by energy, position nulls last, name, id limit ${limit} offset ${offset}`.execute(db)
  return {
    total: rows[0]?.total ?? 0,
    items: rows.map((row) => ({
      ...{ id: row.id, energy: row.energy, name: row.name, commercial_name: row.commercial_name },
      ...{ tariffs: row.tariffs, next_prices_from: row.next_prices_from, sale: saleIn(row, today) },
    })),
  }
}

/** A product by the number in an address. */
export async function findProduct(db: Database, id: string): Promise<Product | undefined> {
  return db
    .selectFrom('product')
    .leftJoin('offer', 'offer.product_id', 'product.product_id')
    .where(sql`product.product_id::text`, '=', id)
    .select(['product.product_id as id', 'name', 'commercial_name', 'is_archived', 'version', 'from_day', 'to_day'])
    .select(sql<Energy>`energy`.as('energy'))
    .executeTakeFirst()
}

/** Everything of a product that its page shows. */
export async function wholeProduct(db: Database, product: Product, today: MarketDay): Promise<ProductFacts> {
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
    sale: saleIn(product, today),
    offer: offer ? { ...offer, descriptions: offer.descriptions as Record<string, string> } : null,
    opened_by: campaigns,
    price_lists: await priceListsOf(db, product, today),
  }
}

/** All price lists of a product: by tariff, what is planned first, then what holds, then what held before. */
async function priceListsOf(db: Database, { id, energy }: Product, today: MarketDay): Promise<PriceList[]> {
  const { rows } = await sql<{ tariff: string; from: string; to: string | null; prices: unknown; version: number }>`
    select tariff, valid_from::text as from, prices, version,
      (lead(valid_from) over (partition by tariff order by valid_from))::text as to
    from product_price where product_id = ${id} order by tariff, valid_from desc`.execute(db)
  return rows.map(({ tariff, from, to, prices, version }) => ({
    ...{ tariff, valid_from: from, valid_to: to, version },
    standing: standingOf({ validFrom: from, validTo: to }, today),
    prices: wireOf(pricesOfBill(energy, prices as ElectricityPrices | GasPrices)),
  }))
}

function saleIn({ is_archived, from_day, to_day }: Product, today: MarketDay) {
  return saleOf(
    { isArchived: is_archived, sale: from_day === null ? null : { fromDay: from_day, toDay: to_day } },
    today,
  )
}

type Named = { energy: Energy; name: string; commercial_name: string | null }

/** Adds a product; undefined where there is one of that name. */
export async function insertProduct(db: Database, product: Named): Promise<number | undefined> {
  const added = await db
    .insertInto('product')
    .values(product)
    .onConflict((conflict) => conflict.columns(['energy', 'name']).doNothing())
    .returning('product_id as id')
    .executeTakeFirst()
  return added?.id
}

type Seen = { id: number; version: number }

/** Changes a product as somebody saw it; answers its new version, or undefined where another was faster. */
export async function updateProduct(
  db: Database,
  { id, version }: Seen,
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

/** Writes how a product is offered, or that it is not. */
export async function keepOffer(db: Database, productId: number, offer: OfferRow | null) {
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

export type KeptPrices = { tariff: string; validFrom: MarketDay; prices: Prices; version: number }

/** The price list of a product that begins on a day. */
export async function findPrices(
  db: Database,
  { id, energy }: Pick<Product, 'id' | 'energy'>,
  { tariff, from }: { tariff: string; from: string },
): Promise<KeptPrices | undefined> {
  const row = await priceLists(db, { id, tariff }).where(sql`valid_from::text`, '=', from).executeTakeFirst()
  if (!row) return undefined
  const prices = pricesOfBill(energy, row.prices as ElectricityPrices | GasPrices)
  return { tariff: row.tariff, validFrom: row.valid_from, prices, version: row.version }
}

/** All price lists of a product in a tariff, the first first. */
export async function priceHistory(
  db: Database,
  { id, energy }: Pick<Product, 'id' | 'energy'>,
  tariff: string,
): Promise<KeptPrices[]> {
  const rows = await priceLists(db, { id, tariff }).orderBy('valid_from').execute()
  return rows.map((row) => ({
    ...{ tariff: row.tariff, validFrom: row.valid_from, version: row.version },
    prices: pricesOfBill(energy, row.prices as ElectricityPrices | GasPrices),
  }))
}

/** What a product costs in a tariff on a day; undefined where nothing. */
export async function pricesOn(
  db: Database,
  { id, energy }: Pick<Product, 'id' | 'energy'>,
  { tariff, day }: { tariff: string; day: MarketDay },
): Promise<Prices | undefined> {
  const row = await priceLists(db, { id, tariff })
    .where('valid_from', '<=', day)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && pricesOfBill(energy, row.prices as ElectricityPrices | GasPrices)
}

function priceLists(db: Database, { id, tariff }: { id: number; tariff: string }) {
  return db
    .selectFrom('product_price')
    .where('product_id', '=', id)
    .where('tariff', '=', tariff)
    .select(['tariff', 'valid_from', 'prices', 'version'])
}

type NewPrices = { tariff: string; validFrom: MarketDay; prices: Prices }

/** Adds a price list; answers whether none began on that day. */
export async function insertPrices(
  db: Database,
  { id, energy }: Pick<Product, 'id' | 'energy'>,
  { tariff, validFrom, prices }: NewPrices,
): Promise<boolean> {
  const added = await db
    .insertInto('product_price')
    .values({ product_id: id, tariff, valid_from: validFrom, prices: JSON.stringify(billedPrices(energy, prices)) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  return added !== undefined
}

/** Takes a price list away as somebody saw it; answers whether it was still so. */
export async function deletePrices(
  db: Database,
  { id }: Pick<Product, 'id'>,
  { tariff, validFrom, version }: Pick<KeptPrices, 'tariff' | 'validFrom' | 'version'>,
): Promise<boolean> {
  const gone = await db
    .deleteFrom('product_price')
    .where('product_id', '=', id)
    .where('tariff', '=', tariff)
    .where('valid_from', '=', validFrom)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  return gone !== undefined
}

/** Changes a price list as somebody saw it; answers its new version, or undefined where another was faster. */
export async function updatePrices(
  db: Database,
  { id, energy }: Pick<Product, 'id' | 'energy'>,
  { tariff, validFrom, version }: Pick<KeptPrices, 'tariff' | 'validFrom' | 'version'>,
  to: Pick<NewPrices, 'validFrom' | 'prices'>,
): Promise<number | undefined> {
  const changed = await db
    .updateTable('product_price')
    .set({
      valid_from: to.validFrom,
      prices: JSON.stringify(billedPrices(energy, to.prices)),
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

/** Prices as calls tell of them. */
export function wireOf({ standing, energy, surplus, standingDiscount, energyDiscount }: Prices): WirePrices {
  return {
    ...{ standing: [...standing], energy: [...energy], surplus },
    ...{ standing_discount: standingDiscount, energy_discount: energyDiscount },
  }
}

/** Prices that a call brings. */
export function pricesOfWire({ standing_discount, energy_discount, ...prices }: WirePrices): Prices {
  return { ...prices, standingDiscount: standing_discount, energyDiscount: energy_discount }
}
