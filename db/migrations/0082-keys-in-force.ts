import { type Kysely, sql } from 'kysely'

/** The time from which a key is used; null for keys that were used as soon as they were created. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table secret_key add column in_force_from timestamptz`.execute(db)
}
