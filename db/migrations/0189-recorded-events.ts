import { type Kysely, sql } from 'kysely'

/** What an operator notes about an event that happened outside the product, and from which a duty follows. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table duty add column event_note text`.execute(db)
}
