import { type Kysely, sql } from 'kysely'

/** The call that the author of a case has asked for: the hour, the phone, how it went, and how often it was tried. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table support_case
      add column call_back_at timestamptz,
      add column call_back_phone text,
      add column call_back_state text check (call_back_state in ('asked', 'done', 'not_reached', 'cancelled')),
      add column call_back_tries integer not null default 0;
    create index support_case_call_back on support_case (call_back_at) where call_back_state = 'asked';
  `.execute(db)
}
