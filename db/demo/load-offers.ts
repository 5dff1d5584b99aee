import type { Database } from '#db/database.ts'
import { addDays, type MarketDay } from '#vocabulary/day.ts'
import { campaigns, demoOfferTerms, offers, retailers } from './offers.ts'

/** Loads the offers to new customers, the campaigns with a code for each customer, and the tax on gas. */
export async function loadOffers(db: Database, { today, now }: { today: MarketDay; now: Date }) {
  const products = await db.selectFrom('product').select(['product_id', 'energy', 'name']).execute()
  const idOf = (product: { energy: string; name: string }) =>
    products.find(({ energy, name }) => energy === product.energy && name === product.name)!.product_id
  await db
    .insertInto('offer')
    .values(
      offers.map(({ product, withSelfConsumption, descriptions }, position) => ({
        product_id: idOf(product),
        position,
        descriptions: JSON.stringify(descriptions),
        with_self_consumption: withSelfConsumption,
        from_day: demoOfferTerms.offersFrom,
      })),
    )
    .execute()
  await db
    .insertInto('origin_retailer')
    .values(retailers.flatMap((name) => (['electricity', 'gas'] as const).map((energy) => ({ energy, name }))))
    .execute()
  await db
    .insertInto('regulated_figure')
    .values({
      name: 'hydrocarbon_tax',
      valid_from: demoOfferTerms.offersFrom,
      value: '0.00234',
      source: 'Ley 38/1992, art. 50',
    })
    .execute()
  await loadCampaigns(db, { today, now, idOf })
}

async function loadCampaigns(
  db: Database,
  options: { today: MarketDay; now: Date; idOf: (product: { energy: string; name: string }) => number },
) {
  const { today, now, idOf } = options
  const customers = await db.selectFrom('customer').select('customer_id').orderBy('customer_id').execute()
  for (const { product, publicCode, codePrefix, names, descriptions } of campaigns) {
    const { campaign_id } = await db
      .insertInto('campaign')
      .values({
        names: JSON.stringify(names),
        descriptions: JSON.stringify(descriptions),
        public_code: publicCode,
        product_id: product && idOf(product),
        from_day: demoOfferTerms.offersFrom,
      })
      .returning('campaign_id')
      .executeTakeFirstOrThrow()
    if (codePrefix === null) continue
    await db
      .insertInto('coupon')
      .values(
        customers.map(({ customer_id }) => ({
          campaign_id,
          customer_id,
          code: `${codePrefix}-${String(customer_id).padStart(4, '0')}`,
          issued_at: now,
          expires_on: addDays(today, demoOfferTerms.couponDays),
        })),
      )
      .execute()
  }
}
