import { type Kysely, sql } from 'kysely'

/** Who has taken a revision over. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table revision add column assigned_to_user_id bigint`.execute(db)
}
