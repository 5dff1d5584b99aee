import { type Kysely, sql } from 'kysely'

/** The day up to which holders have been notified in advance of expiring credit in a solar wallet. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table battery add column expiry_told_until date`.execute(db)
}
