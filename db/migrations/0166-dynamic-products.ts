import { type Kysely, sql } from 'kysely'

/**
 * Products whose energy follows the market price of each hour, and the day-ahead prices from which a month is estimated: in
 * cents per MWh, one per interval of the market day, which has 23 to 25 hours or four times as many quarters.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table product add column is_dynamic boolean not null default false;
    create table spot_price (
      day date primary key,
      cents_per_mwh integer[] not null
    )`.execute(db)
}
