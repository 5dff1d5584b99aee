import { type Kysely, sql } from 'kysely'

/**
 * A paper of its own that is accepted and signed with the code of a document, such as the renunciation of the social
 * bonus: its content for the screen, its PDF, when it was accepted, and the signed PDF with its evidence.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table signature
      add column annex jsonb,
      add column annex_key text,
      add column annex_sha256 text,
      add column annex_accepted_at timestamptz,
      add column annex_sealed_key text;
  `.execute(db)
}
