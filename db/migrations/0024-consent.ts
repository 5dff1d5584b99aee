import { type Kysely, sql } from 'kysely'

/** Who agreed to what, when, and to which text. Entries are never changed: a later decision adds a new one. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table consent_entry (
      consent_entry_id bigint generated always as identity primary key,
      -- A browser by a hash of its key, an e-mail address by its hash, a user or a holder by id.
      subject_kind text not null check (subject_kind in ('visitor', 'email', 'user', 'customer')),
      subject text not null,
      purpose text not null,
      agreed boolean not null,
      -- Of the words that were shown: which version, and their hash.
      text_version text not null,
      text_hash text not null,
      locale text not null,
      request_id text,
      at timestamptz not null
    );
    create index consent_entry_newest on consent_entry (subject_kind, subject, purpose, at desc);
    create trigger consent_entry_is_append_only before update or delete on consent_entry
      for each row execute function refuse_change();
  `.execute(db)
}
