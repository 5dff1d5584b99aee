import { type Kysely, sql } from 'kysely'

/** What each reader of a message was sent, as it was sent, without secrets and working links. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table sent_mail (
      sent_mail_id bigint generated always as identity primary key,
      message_id uuid not null references outbox_message on delete cascade,
      customer_id bigint,
      user_id bigint,
      masked_address text not null,
      locale text not null,
      sent_at timestamptz not null,
      subject text,
      body text not null,
      html text
    );
    create index sent_mail_of_message on sent_mail (message_id);
    create index sent_mail_of_customer on sent_mail (customer_id) where customer_id is not null;
    create index sent_mail_of_user on sent_mail (user_id) where user_id is not null;
    comment on table sent_mail is
      'What each reader of a message was sent. Codes and what links let somebody in by are masked before it is stored.';
    comment on column sent_mail.html is 'Null for a text message, as is the subject.';
  `.execute(db)
}
