import { type Kysely, sql } from 'kysely'

/** When somebody was told that their consent to a third party ends soon. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table data_consent add column end_notified_at timestamptz`.execute(db)
}
