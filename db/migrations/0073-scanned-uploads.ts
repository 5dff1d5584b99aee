import { type Kysely, sql } from 'kysely'

/**
 * No uploaded file is opened before it has been scanned. Existing files, and those that the previous version still
 * accepts, wait for the scan as well.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table upload
      add column scan_state text not null default 'waiting' check (scan_state in ('waiting', 'clean', 'infected')),
      -- What was found, by the name that the scanner has for it.
      add column scan_finding text,
      add column scan_tries integer not null default 0,
      -- When it is looked at next; null for at once.
      add column scan_after timestamptz,
      add column scanned_at timestamptz`.execute(db)
  await sql`create index upload_waiting on upload (scan_after) where scan_state = 'waiting'`.execute(db)
  await sql`create index upload_of_user on upload (user_id, created_at)`.execute(db)
}
