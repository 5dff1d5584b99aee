import { type Kysely, sql } from 'kysely'

/** Users who may not pay by card, whatever the retailer offers to others. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table payment_denial (
      user_id integer primary key references user_account on delete cascade,
      denied_at timestamptz not null
    );
  `.execute(db)
}
