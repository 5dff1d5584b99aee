import { type Kysely, sql } from 'kysely'

/** The manual checks that an applicant for a contract awaits, and their outcome. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table lead
      add column awaited_checks text[] not null default '{}',
      add column check_outcome text check (check_outcome in ('accepted', 'refused')),
      add column check_reason text,
      add column checked_at timestamptz,
      add column checked_by_user_id integer references user_account on delete set null
  `.execute(db)
  await sql`create index lead_to_check on lead (created_at) where awaited_checks <> '{}' and check_outcome is null`.execute(
    db,
  )
}
