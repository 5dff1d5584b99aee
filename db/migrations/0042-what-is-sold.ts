import { type Kysely, sql } from 'kysely'

/**
 * Products, prices, regulated figures, codes and market data maintained by operators. Obsolete rows are archived or
 * deactivated, never deleted.
 */
export async function up(db: Kysely<unknown>) {
  const versioned = [
    'product',
    'product_price',
    'regulated_figure',
    'campaign',
    'origin_retailer',
    'distributor',
    'futures_product',
  ]
  const statements = [
    // The version of the last change, so that a concurrent editor gets a conflict instead of overwriting it.
    ...versioned.map((table) => `alter table ${table} add column version integer not null default 1`),
    'alter table product add column is_archived boolean not null default false',
    ...['campaign', 'coupon', 'origin_retailer', 'distributor', 'futures_product'].map(
      (table) => `alter table ${table} add column is_active boolean not null default true`,
    ),
    // The portal's display name in addition to the market name, in six languages; null if the market name speaks for
    // itself.
    'alter table futures_product add column names jsonb',
    // The lead of the contract that the code was used for, as long as it is stored.
    'alter table coupon add column lead_id integer references lead on delete set null',
    'create index coupon_of_lead on coupon (lead_id)',
    'create index coupon_of_campaign on coupon (campaign_id, coupon_id desc)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
