import { type Kysely, sql } from 'kysely'

/** How many codes a signature had in an hour, which signatures nobody signs any more, and which codes are still readable. */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- When the codes of the last hour were sent.
    alter table signature add column code_times timestamptz[] not null default '{}';
    create index signature_waiting on signature (expires_at) where state = 'waiting';
    create index outbox_message_with_readable_code on outbox_message (created_at)
      where kind = 'signatures.code' and values ->> 'code' <> '••••••';
  `.execute(db)
}
