import { type Kysely, sql } from 'kysely'

/** The invoice, and the line of it, that a case asks about, as they were on the day when it was asked. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table support_case add column invoice_line jsonb`.execute(db)
}
