import { type Kysely, sql } from 'kysely'

/**
 * The addresses whose mail servers have permanently refused a message, so that it is not sent again and the refusal can
 * be reported.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table outbox_message add column refused_by text[] not null default '{}'`.execute(db)
}
