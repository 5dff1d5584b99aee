import { type Kysely, sql } from 'kysely'

/**
 * What people change of their own account: a telephone, since when they look after it themselves, so that imports leave it as
 * it is, and an e-mail address that its owner has yet to confirm with a code.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table user_account
      add column phone text,
      add column own_details_at timestamptz,
      add column pending_email jsonb`.execute(db)
}
