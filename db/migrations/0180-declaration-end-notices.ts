import { type Kysely, sql } from 'kysely'

/** When the customer was told that what is accepted of their supply ends soon. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table supply_declaration add column end_notified_at timestamptz`.execute(db)
}
