import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { Locale } from '#kit/locale.ts'
import { nameIn } from '#kit/server/name-in.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Coupon } from '../api.ts'
import { findCampaign, isCodeForProduct, productsOnOffer } from './offer-store.ts'

type Asked = { customerIds: readonly number[]; locale: Locale; today: MarketDay }

/** The codes issued to these customers that may still be used, those that end first before the others. */
export async function couponsOf(db: Database, { customerIds, locale, today }: Asked): Promise<Coupon[]> {
  const rows = await db
    .selectFrom('coupon')
    .innerJoin('campaign', 'campaign.campaign_id', 'coupon.campaign_id')
    .leftJoin('product', 'product.product_id', 'campaign.product_id')
    .where('customer_id', '=', sql<number>`any(${customerIds})`)
    .where('redeemed_at', 'is', null)
    .where('campaign.is_active', '=', true)
    .where('coupon.is_active', '=', true)
    .where('from_day', '<=', today)
    .where((where) => where.or([where('to_day', 'is', null), where('to_day', '>', today)]))
    .where((where) => where.or([where('expires_on', 'is', null), where('expires_on', '>=', today)]))
    // A code of a product that is no longer sold would promise what nobody gets.
    .where((where) =>
      where.or([
        where('campaign.product_id', 'is', null),
        where('campaign.product_id', 'in', productsOnOffer(db, today)),
      ]),
    )
    .orderBy(sql`least(expires_on, to_day) nulls last`)
    .orderBy('coupon_id')
    .select(['code', 'expires_on', 'url', 'product.energy'])
    .select([nameIn(locale).as('name'), nameIn(locale, 'descriptions').as('description')])
    .execute()
  return rows.map(({ code, expires_on, url, energy, name, description }) => ({
    code,
    code_url: `/new-${energy ?? 'electricity'}-customer?promocode=${encodeURIComponent(code)}`,
    expires_on,
    campaign: { name, description, url },
  }))
}

type CodeUse = { promocode: string; productId: number; leadId: number; today: MarketDay; now: Date }

/**
 * Uses a code up inside the transaction of the contract that it is for, whose lead is kept with it: one customer's code once, everybody's as often as
 * its campaign allows. Answers whether it could still be used for the product; two contracts at once cannot both have the last one.
 */
export async function redeemCode(
  db: Database,
  { promocode, productId, leadId, today, now }: CodeUse,
): Promise<boolean> {
  const found = await findCampaign(db, promocode, today)
  if (!found || !isCodeForProduct(found, productId)) return false
  await db
    .selectFrom('campaign')
    .where('campaign_id', '=', found.campaign_id)
    .select('campaign_id')
    .forUpdate()
    .execute()
  // Asked again under the lock: another contract may have had the last one meanwhile.
  const campaign = await findCampaign(db, promocode, today)
  if (!campaign) return false
  if (campaign.coupon_id !== null) {
    const use = { redeemed_at: now, lead_id: leadId }
    await db.updateTable('coupon').set(use).where('coupon_id', '=', campaign.coupon_id).execute()
    return true
  }
  await db
    .insertInto('coupon')
    .values({
      campaign_id: campaign.campaign_id,
      code: sql<string>`upper(gen_random_uuid()::text)`,
      issued_at: now,
      redeemed_at: now,
      lead_id: leadId,
    })
    .execute()
  return true
}
