import { type Kysely, sql } from 'kysely'

/** Which readers' mailboxes have said no to a message for good, so that it is not tried again and can be told. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table outbox_message add column refused_by text[] not null default '{}'`.execute(db)
}
