import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- What an erasure has removed and what it left, table by table: counts, reasons and days, nothing of the person.
    create table erasure_record (
      erasure_request_id integer primary key references erasure_request,
      user_id integer not null,
      customer_ids integer[] not null,
      erased_at timestamptz not null,
      sheet jsonb not null,
      -- Until when what somebody could claim is kept; null where there was nothing.
      claims_until date,
      books_until date,
      -- Since when nothing is left that was kept until a day.
      released_at timestamptz
    )`.execute(db)
  await sql`create index erasure_record_to_release on erasure_record (claims_until) where released_at is null`.execute(
    db,
  )
  await sql`
    -- What the law says is kept of somebody who was erased, encrypted and out of everybody's way until its day.
    create table blocked_data (
      blocked_data_id integer generated always as identity primary key,
      erasure_request_id integer not null references erasure_record,
      table_name text not null,
      ground text not null check (ground in ('books', 'claims')),
      kept_until date not null,
      sealed_rows text not null,
      file_keys text[] not null default '{}'
    )`.execute(db)
  await sql`create index blocked_data_by_day on blocked_data (kept_until)`.execute(db)
  await sql`create index blocked_data_of_request on blocked_data (erasure_request_id)`.execute(db)
  await sql`create index blocked_data_by_file on blocked_data using gin (file_keys)`.execute(db)
  // Marks a holder whose data are blocked.
  await sql`alter table customer add column erased_at timestamptz`.execute(db)
  await sql`alter table user_account add column erased_at timestamptz`.execute(db)
}
