import { type Kysely, sql } from 'kysely'

/**
 * How the author of a case wants its answer and how they rated it, when it was opened again, and the formats in which
 * users need their documents.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table support_case
      add column answer_channel text not null default 'portal'
        check (answer_channel in ('portal', 'email', 'letter', 'phone')),
      -- The phone for an answer by phone.
      add column answer_phone text,
      -- The last answer was sent by letter.
      add column answer_posted_at timestamptz,
      add column reopened_at timestamptz,
      add column rating smallint check (rating between 1 and 5),
      add column rating_remark text,
      add column rated_at timestamptz,
      add constraint support_case_rated check ((rating is null) = (rated_at is null));
    update support_case set answer_channel = 'email' where contact is not null;

    alter table user_account
      add column document_formats text[] not null default '{}'
        check (document_formats <@ '{large_print,easy_reading,audio}'::text[]);
  `.execute(db)
}
