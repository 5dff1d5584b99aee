import { type Kysely, sql } from 'kysely'

/** Until when a system of others is not asked, since it does not answer. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table outside_health add column open_until timestamptz`.execute(db)
}
