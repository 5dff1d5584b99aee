import { type Kysely, sql } from 'kysely'

/** A norm may ask for something on the same day, as those of the product do. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table duty_norm drop constraint duty_norm_count_check;
    alter table duty_norm add constraint duty_norm_count_check check (count >= 0);
  `.execute(db)
}
