import { type Kysely, sql } from 'kysely'

/** What a retailer of a million customers needs: rows found by index, and dead ones removed before they fill whole tables. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create index user_customer_by_customer on user_customer (customer_id);
    create index user_account_operators on user_account (user_id) where role = 'operator';

    -- By default a fifth of a table has to change before it is vacuumed: months of mails, or a day of imported curves.
    alter table session set (autovacuum_vacuum_scale_factor = 0.02);
    alter table outbox_message set (autovacuum_vacuum_scale_factor = 0.01);
    alter table curve_recount set (autovacuum_vacuum_scale_factor = 0.02);
    alter table invoice set (autovacuum_vacuum_scale_factor = 0.02);
    -- Its rows are replaced with each import. A page with room for new versions takes them without another entry in the index.
    alter table curve_version set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
  `.execute(db)
}
