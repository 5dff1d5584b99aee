import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- Stored files whose rows are gone: removed by a job, again and again where the storage is away.
    create table stored_file_removal (
      file_key text primary key,
      queued_at timestamptz not null,
      run_at timestamptz not null
    )`.execute(db)
  await sql`create index stored_file_removal_due on stored_file_removal (run_at)`.execute(db)
  // Finds out whether a file is still referenced.
  await sql`create index attachment_by_file on attachment (file_key)`.execute(db)
  await sql`create index invoice_document_by_file on invoice_document (file_key)`.execute(db)
  await sql`create index signature_by_document on signature (document_key)`.execute(db)
  await sql`create index signature_by_sealed_copy on signature (sealed_key) where sealed_key is not null`.execute(db)
  await sql`create index upload_by_file on upload (file_key)`.execute(db)
  // By the columns that the search for expired rows uses.
  await sql`create index idempotent_reply_by_age on idempotent_reply (started_at)`.execute(db)
  await sql`create index session_by_end on session (expires_at)`.execute(db)
}
