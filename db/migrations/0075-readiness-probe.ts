import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    -- One row that servers write to find out whether anything can be written.
    create table readiness_probe (
      probe_id smallint primary key default 1 check (probe_id = 1),
      checked_at timestamptz not null
    )`.execute(db)
}
