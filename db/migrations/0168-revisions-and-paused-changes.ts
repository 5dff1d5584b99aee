import { type Kysely, sql } from 'kysely'

/** Who has taken a revision over, and who is waited for while the clock of a power change stands still. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table revision add column assigned_to_user_id bigint;
    alter table change_request add column waits_for text check (waits_for in ('customer', 'distributor'));
  `.execute(db)
}
