import { type Kysely, sql } from 'kysely'

/**
 * The language of a message to a reader without an account, the addresses it was sent to, and when sending was given
 * up.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table outbox_message
      -- Of a reader without an account; the others are written to in their own.
      add column locale text,
      -- The addresses it has gone to: a holder may have several readers, and none of them gets it twice.
      add column sent_to text[] not null default '{}',
      -- When it was tried for the last time in vain.
      add column given_up_at timestamptz;
    comment on column outbox_message.failures is 'Tries that have begun and not ended well.';

    drop index outbox_message_to_send;
    create index outbox_message_to_send on outbox_message (send_at) where sent_at is null and given_up_at is null;
  `.execute(db)
}
