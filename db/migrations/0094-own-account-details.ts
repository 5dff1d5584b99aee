import { type Kysely, sql } from 'kysely'

/**
 * Account details that users change themselves: a telephone number, the time since which they maintain their details
 * themselves (imports then leave them unchanged), and an e-mail address that its owner has yet to confirm with a code.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table user_account
      add column phone text,
      add column own_details_at timestamptz,
      add column pending_email jsonb`.execute(db)
}
