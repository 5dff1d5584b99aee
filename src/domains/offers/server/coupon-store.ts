import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { localizedColumn } from '#kit/server/localized-column.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { Coupon } from '../api.ts'
import { findCampaign, isCodeForProduct, selectOfferedProducts } from './offer-store.ts'

type CouponQuery = { customerIds: readonly number[]; locale: Locale; today: MarketDay }

/** Returns the codes issued to these customers that can still be used, those that end first before the others. */
export async function findCoupons(db: Database, { customerIds, locale, today }: CouponQuery): Promise<Coupon[]> {
  const rows = await db
    .selectFrom('coupon')
    .innerJoin('campaign', 'campaign.campaign_id', 'coupon.campaign_id')
    .leftJoin('product', 'product.product_id', 'campaign.product_id')
    .where(isOneOf('customer_id', customerIds))
    .where('redeemed_at', 'is', null)
    .where('campaign.is_active', '=', true)
    .where('coupon.is_active', '=', true)
    .where('from_day', '<=', today)
    .where((where) => where.or([where('to_day', 'is', null), where('to_day', '>', today)]))
    .where((where) => where.or([where('expires_on', 'is', null), where('expires_on', '>=', today)]))
    // The code of a product that is no longer sold would be an empty promise.
    .where((where) =>
      where.or([
        where('campaign.product_id', 'is', null),
        where('campaign.product_id', 'in', selectOfferedProducts(db, today)),
      ]),
    )
    .orderBy(sql`least(expires_on, to_day) nulls last`)
    .orderBy('coupon_id')
    .select(['code', 'expires_on', 'url', 'product.energy'])
    .select([localizedColumn(locale).as('name'), localizedColumn(locale, 'descriptions').as('description')])
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
 * Redeems a code within the transaction of its contract, and stores the lead with it: a customer's own code once, a
 * public code as often as its campaign allows. Returns whether it could still be used for the product; of two
 * concurrent contracts only one gets the last redemption.
 */
export async function redeemCode(
  db: Database,
  { promocode, productId, leadId, today, now }: CodeUse,
): Promise<boolean> {
  const candidate = await findCampaign(db, promocode, today)
  if (!candidate || !isCodeForProduct(candidate, productId)) return false
  await db
    .selectFrom('campaign')
    .where('campaign_id', '=', candidate.campaign_id)
    .select('campaign_id')
    .forUpdate()
    .execute()
  // Read again under the lock: another contract may have used the last redemption meanwhile.
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
