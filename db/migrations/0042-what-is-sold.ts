import { type Kysely, sql } from 'kysely'

/** What operators keep of products, prices, figures, codes and the market: what is over is put aside, never taken away. */
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
    // Of the last change, so that whoever was overtaken by another is told instead of overwriting.
    ...versioned.map((table) => `alter table ${table} add column version integer not null default 1`),
    'alter table product add column is_archived boolean not null default false',
    ...['campaign', 'coupon', 'origin_retailer', 'distributor', 'futures_product'].map(
      (table) => `alter table ${table} add column is_active boolean not null default true`,
    ),
    // What the portal calls it beside its name on the market, in six languages; null for what that name says by itself.
    'alter table futures_product add column names jsonb',
    // Of the contract that the code was used for, as long as it is kept.
    'alter table coupon add column lead_id integer references lead on delete set null',
    'create index coupon_of_lead on coupon (lead_id)',
    'create index coupon_of_campaign on coupon (campaign_id, coupon_id desc)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
