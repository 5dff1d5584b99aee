import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { localizedColumn } from '#kit/server/localized-column.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { selectPricesInForce } from './prices-in-force.ts'

export type Energy = 'electricity' | 'gas'

/** A product that can be contracted, with its prices for a tariff on a day. */
export type Offer<Prices> = {
  productId: number
  name: string
  description: string
  link: string | null
  validFrom: MarketDay
  /** Whether the market price of each hour is added to its prices of energy. */
  isDynamic: boolean
  prices: Prices
}

type OfferQuery = {
  tariffName: string
  today: MarketDay
  locale: Locale
  /** Null where it does not matter, as for gas. */
  withSelfConsumption: boolean | null
  /** A code, as typed, that may open a product that is hidden otherwise. */
  promocode: string | null
  /** Whether products that follow the market are included; their prices alone tell nothing of a year. */
  withDynamic?: boolean
}

/** Returns the names of the tariffs with a product on offer. */
export async function findOfferedTariffs(db: Database, energy: Energy, today: MarketDay): Promise<Set<string>> {
  const rows = await selectOffers(db, energy, today)
    .innerJoin('product_price', 'product_price.product_id', 'offer.product_id')
    .where('product_price.valid_from', '<=', today)
    .select('product_price.tariff')
    .distinct()
    .execute()
  return new Set(rows.map(({ tariff }) => tariff))
}

/** Returns the offers for an electricity tariff, in the retailer's order. */
export function findElectricityOffers(db: Database, options: OfferQuery): Promise<Offer<ElectricityPrices>[]> {
  return findOffers(db, 'electricity', options) as Promise<Offer<ElectricityPrices>[]>
}

/** Returns the offers for a gas toll, in the retailer's order. */
export function findGasOffers(db: Database, options: OfferQuery): Promise<Offer<GasPrices>[]> {
  return findOffers(db, 'gas', options) as Promise<Offer<GasPrices>[]>
}

async function findOffers(db: Database, energy: Energy, options: OfferQuery): Promise<Offer<unknown>[]> {
  const { tariffName, today, locale, withSelfConsumption, promocode, withDynamic = false } = options
  const opened = promocode === null ? [] : await findProductsOpenedBy(db, promocode, today)
  const rows = await selectOffers(db, energy, today)
    .innerJoinLateral(
      selectPricesInForce(db, { product: 'offer.product_id', tariff: { name: tariffName }, day: today }),
      (join) => join.onTrue(),
    )
    .$if(withSelfConsumption !== null, (query) =>
      query.where((where) =>
        where.or([
          where('with_self_consumption', 'is', null),
          where('with_self_consumption', '=', withSelfConsumption),
        ]),
      ),
    )
    .$if(!withDynamic, (query) => query.where('product.is_dynamic', '=', false))
    // A product that a code opens is shown only with that code.
    .where(
      sql<boolean>`(not exists (select from campaign where campaign.product_id = offer.product_id)
        or offer.product_id = any(${opened}))`,
    )
    .orderBy('position')
    .orderBy('offer.product_id')
    .select(['offer.product_id', 'link', 'price.valid_from', 'price.prices', 'product.is_dynamic'])
    .select(sql<string>`coalesce(commercial_name, product.name)`.as('name'))
    .select(localizedColumn(locale, 'descriptions').as('description'))
    .execute()
  return rows.map(({ product_id, name, description, link, valid_from, is_dynamic, prices }) => ({
    productId: product_id,
    name,
    description,
    link,
    validFrom: valid_from,
    isDynamic: is_dynamic,
    prices,
  }))
}

function selectOffers(db: Database, energy: Energy, today: MarketDay) {
  return selectSoldOffers(db, today).where('product.energy', '=', energy)
}

/** Selects the ids of the products that can be contracted on a day. */
export function selectOfferedProducts(db: Database, today: MarketDay) {
  return selectSoldOffers(db, today).select('offer.product_id')
}

function selectSoldOffers(db: Database, today: MarketDay) {
  return db
    .selectFrom('offer')
    .innerJoin('product', 'product.product_id', 'offer.product_id')
    .where('product.is_archived', '=', false)
    .where('from_day', '<=', today)
    .where((where) => where.or([where('to_day', 'is', null), where('to_day', '>', today)]))
}

async function findProductsOpenedBy(db: Database, promocode: string, today: MarketDay): Promise<number[]> {
  const campaign = await findCampaign(db, promocode, today)
  return campaign?.product_id ? [campaign.product_id] : []
}

/**
 * Finds the campaign of a code that can be used today, public or of one customer; undefined when there is no such code,
 * it or its campaign has ended or been switched off, or its redemptions are used up.
 */
export function findCampaign(db: Database, promocode: string, today: MarketDay) {
  const code = promocode.trim().toUpperCase()
  return db
    .selectFrom('campaign')
    .leftJoin('product', 'product.product_id', 'campaign.product_id')
    .leftJoin('coupon', (join) => join.onRef('coupon.campaign_id', '=', 'campaign.campaign_id').on('code', '=', code))
    .where('campaign.is_active', '=', true)
    .where('from_day', '<=', today)
    .where((where) => where.or([where('to_day', 'is', null), where('to_day', '>', today)]))
    .where((where) =>
      where.or([
        where('public_code', '=', code),
        where.and([
          where('code', '=', code),
          where('redeemed_at', 'is', null),
          where('coupon.is_active', '=', true),
          where.or([where('expires_on', 'is', null), where('expires_on', '>=', today)]),
        ]),
      ]),
    )
    .where(
      sql<boolean>`(most_redemptions is null or most_redemptions > (
        select count(*) from coupon used where used.campaign_id = campaign.campaign_id and used.redeemed_at is not null))`,
    )
    .select(['campaign.campaign_id', 'campaign.product_id', 'campaign.names', 'coupon.coupon_id', 'product.energy'])
    .select(sql<string | null>`coalesce(commercial_name, product.name)`.as('productName'))
    .executeTakeFirst()
}

/** Checks whether the code of a campaign applies to a product: one that opens a product is for that one only. */
export function isCodeForProduct(campaign: { product_id: number | null }, productId: number | null): boolean {
  return campaign.product_id === null || campaign.product_id === productId
}
