import { type Kysely, sql } from 'kysely'

/** The time until which a third-party system is not called because it does not respond. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table outside_health add column open_until timestamptz`.execute(db)
}
