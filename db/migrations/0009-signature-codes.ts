import { type Kysely, sql } from 'kysely'

/**
 * When the codes of a signature were sent in the last hour, and indexes to find expired signatures and messages whose
 * code is still readable.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    -- When the codes of the last hour were sent.
    alter table signature add column code_times timestamptz[] not null default '{}';
    create index signature_waiting on signature (expires_at) where state = 'waiting';
    create index outbox_message_with_readable_code on outbox_message (created_at)
      where kind = 'signatures.code' and values ->> 'code' <> '••••••';
  `.execute(db)
}
