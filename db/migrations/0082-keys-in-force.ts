import { type Kysely, sql } from 'kysely'

/** When a key begins to be used; null for those that were used as soon as they were made. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table secret_key add column in_force_from timestamptz`.execute(db)
}
