import { type Kysely, sql } from 'kysely'

/**
 * The summary that is read before a document is signed: its content for the screen, its PDF, and when it was sent and
 * read. A document that has none needs none.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table signature
      add column summary jsonb,
      add column summary_key text,
      add column summary_sha256 text,
      add column summary_sent_at timestamptz,
      add column summary_read_at timestamptz;
  `.execute(db)
}
