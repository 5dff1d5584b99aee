import { type Kysely, sql } from 'kysely'

/**
 * What was agreed with a contract until a day: its renewal, a promotion with its discounts, and the penalty for leaving.
 * The portal tells its customer before, in revisions that no operator starts.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table contract
      add column renews_on date,
      add column promotion_name text,
      add column promotion_ends_on date,
      add column promotion_discounts jsonb,
      add column penalty_percent numeric,
      add column penalty_ends_on date;

    alter table revision alter column started_by_user_id drop not null;
    alter table revision drop constraint revision_kind_check;
    alter table revision add constraint revision_kind_check
      check (kind in ('prices', 'terms', 'renewal', 'promotion_end', 'penalty_end'));
    alter table revision drop constraint revision_check;
    alter table revision add constraint revision_prices_check check (
      (prices_before is null) = (prices_after is null)
      and (kind <> 'prices' or prices_before is not null) and (kind not in ('terms', 'penalty_end') or prices_before is null));
    create index revision_of_dates on revision (kind, product_id, tariff, applies_on) where started_by_user_id is null;
  `.execute(db)
}
