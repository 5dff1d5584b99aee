import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Locale } from '#kit/locale.ts'
import { nameIn } from '#kit/server/name-in.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { pricesInForce } from './prices-in-force.ts'

export type Energy = 'electricity' | 'gas'

/** A product that may be contracted, with its prices of a tariff on a day. */
export type Offer<Prices> = {
  productId: number
  name: string
  description: string
  link: string | null
  validFrom: MarketDay
  prices: Prices
}

type Asked = {
  tariffName: string
  today: MarketDay
  locale: Locale
  /** Null where it does not matter, as for gas. */
  withSelfConsumption: boolean | null
  /** A code, as it was typed, that may open a product that others are not shown. */
  promocode: string | null
}

/** The names of the tariffs of which something is on offer. */
export async function tariffsOnOffer(db: Database, energy: Energy, today: MarketDay): Promise<Set<string>> {
  const rows = await onOffer(db, energy, today)
    .innerJoin('product_price', 'product_price.product_id', 'offer.product_id')
    .where('product_price.valid_from', '<=', today)
    .select('product_price.tariff')
    .distinct()
    .execute()
  return new Set(rows.map(({ tariff }) => tariff))
}

/** What is on offer for an electricity tariff, in the retailer's order. */
export function electricityOffers(db: Database, asked: Asked): Promise<Offer<ElectricityPrices>[]> {
  return offers(db, 'electricity', asked) as Promise<Offer<ElectricityPrices>[]>
}

/** What is on offer for a gas toll, in the retailer's order. */
export function gasOffers(db: Database, asked: Asked): Promise<Offer<GasPrices>[]> {
  return offers(db, 'gas', asked) as Promise<Offer<GasPrices>[]>
}

async function offers(db: Database, energy: Energy, asked: Asked): Promise<Offer<unknown>[]> {
  const { tariffName, today, locale, withSelfConsumption, promocode } = asked
  const opened = promocode === null ? [] : await productsOpenedBy(db, promocode, today)
  const rows = await onOffer(db, energy, today)
    .innerJoinLateral(
      pricesInForce(db, { product: 'offer.product_id', tariff: { name: tariffName }, day: today }),
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
    // A product that a code opens is shown to whoever types the code alone.
    .where(
      sql<boolean>`(not exists (select from campaign where campaign.product_id = offer.product_id)
        or offer.product_id = any(${opened}))`,
    )
    .orderBy('position')
    .orderBy('offer.product_id')
    .select(['offer.product_id', 'link', 'price.valid_from', 'price.prices'])
    .select(sql<string>`coalesce(commercial_name, product.name)`.as('name'))
    .select(nameIn(locale, 'descriptions').as('description'))
    .execute()
  return rows.map(({ product_id, name, description, link, valid_from, prices }) => ({
    productId: product_id,
    name,
    description,
    link,
    validFrom: valid_from,
    prices,
  }))
}

function onOffer(db: Database, energy: Energy, today: MarketDay) {
  return sold(db, today).where('product.energy', '=', energy)
}

/** The ids of the products that may be contracted on a day. */
export function productsOnOffer(db: Database, today: MarketDay) {
  return sold(db, today).select('offer.product_id')
}

function sold(db: Database, today: MarketDay) {
  return db
    .selectFrom('offer')
    .innerJoin('product', 'product.product_id', 'offer.product_id')
    .where('product.is_archived', '=', false)
    .where('from_day', '<=', today)
    .where((where) => where.or([where('to_day', 'is', null), where('to_day', '>', today)]))
}

async function productsOpenedBy(db: Database, promocode: string, today: MarketDay): Promise<number[]> {
  const campaign = await findCampaign(db, promocode, today)
  return campaign?.product_id ? [campaign.product_id] : []
}

/**
 * The campaign of a code that may be used today, whether everybody's or one customer's; undefined when there is no such
 * code, it or its campaign has ended or been switched off, or it has been used as often as it may be.
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

/** Whether the code of a campaign does something for a product: one that opens a product is for that one alone. */
export function isCodeForProduct(campaign: { product_id: number | null }, productId: number | null): boolean {
  return campaign.product_id === null || campaign.product_id === productId
}
